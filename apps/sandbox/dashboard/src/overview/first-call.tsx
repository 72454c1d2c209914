import type { ReactNode } from 'react';
import type { Schema } from '../api/schema.ts';
import { useServiceDescription } from '../api/use-tenant-state.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Section } from '../ui/page.tsx';

/** What a new tenant shows: the first call to make, ready to copy. */
export function FirstCall({ tenant }: { tenant: Schema<'Tenant'> }): ReactNode {
  const { data: service } = useServiceDescription();
  const { publicCredentials, id, clientId } = tenant;
  const path = service?.operations.find(({ operationId }) => operationId === 'registerCustomer')?.path ?? '';
  const credentials = publicCredentials ?? placeholders(clientId);
  return (
    <Page
      title="Make the first call"
      intro="Nothing has happened here yet. Register a customer: the call appears on this page the moment it is answered."
    >
      {!publicCredentials && (
        <Notice title={`The credentials of ${id} were shown when it was created`}>
          Put them in place of the words in capital letters.
        </Notice>
      )}
      <Section title="From a terminal">
        <CodeBlock label="curl" code={curl(path, credentials)} copy="Copy the call" />
      </Section>
      <Section title="From TypeScript">
        <CodeBlock label="@escrow-kit/client" code={client(credentials)} copy="Copy the lines" />
      </Section>
      <Section title="Then">
        <ol>
          <li>1. Register the seller too, and add a bank account and an address.</li>
          <li>2. Create a contract, add a milestone, add the parties.</li>
          <li>3. Start the payment, and open the checkout link that its page shows.</li>
        </ol>
      </Section>
    </Page>
  );
}

type Credentials = NonNullable<Schema<'Tenant'>['publicCredentials']>;

function placeholders(clientId: string): Credentials {
  const tokens = {
    organization: 'ORGANIZATION_TOKEN',
    clientAdmin: 'CLIENT_ADMIN_TOKEN',
    legacyUser: 'LEGACY_USER_TOKEN',
    legacyApp: 'LEGACY_APP_TOKEN',
    apiKey: 'API_KEY',
  };
  return { clientId, clientSecret: 'CLIENT_SECRET', tokens };
}

function curl(path: string, { tokens }: Credentials): string {
  return [
    `curl ${location.origin}${path}`,
    `-H 'authorization: Bearer ${tokens.organization}'`,
    "-H 'content-type: application/json'",
    `-d '{"phoneNumber":"+966500000001","firstName":"Basil","lastName":"Buyer"}'`,
  ].join(' \\\n  ');
}

function client({ clientId, clientSecret, tokens }: Credentials): string {
  const { organization, clientAdmin } = tokens;
  return `import { createEscrowClient } from '@escrow-kit/client';
const escrow = createEscrowClient({ hosts: '${location.origin}', clientId: '${clientId}', clientSecret: '${clientSecret}', tokens: { organization: '${organization}', clientAdmin: '${clientAdmin}' } });
await escrow.customers.register({ phoneNumber: '+966500000001', firstName: 'Basil', lastName: 'Buyer' });`;
}
