import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { useServiceDescription } from '../api/use-tenant-state.ts';
import { CodeBlock } from '../ui/code-block.tsx';
import { Notice } from '../ui/notice.tsx';
import { Page, Section } from '../ui/page.tsx';
import { type Credentials, credentialsOf } from './credentials.ts';

/** The page of a new tenant: the first call, ready to copy. */
export function FirstCall({ tenant }: { tenant: ControlSchema<'Tenant'> }): ReactNode {
  const { data: service } = useServiceDescription();
  const { publicCredentials, id } = tenant;
  const path = service?.operations.find(({ operationId }) => operationId === 'registerCustomer')?.path ?? '';
  const credentials = credentialsOf(tenant);
  return (
    <Page
      title="Make the first call"
      intro="Nothing has happened here yet. Register a customer: the call appears on this page as soon as it is answered."
    >
      {!publicCredentials && (
        <Notice title={`The credentials of ${id} were shown when it was created`}>
          Replace the words in capital letters by them.
        </Notice>
      )}
      <Section title="From a terminal">
        <CodeBlock label="curl" code={curl(path, credentials)} copy="Copy the call" />
      </Section>
      <Section title="From TypeScript">
        <CodeBlock label="@escrow-kit/client" code={client(credentials)} copy="Copy the lines" />
      </Section>
      <Section title="Then">
        <p>Each next call appears on this page with its ids filled in, until the first milestone is settled.</p>
      </Section>
    </Page>
  );
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
const escrow = createEscrowClient({ baseUrl: '${location.origin}', clientId: '${clientId}', clientSecret: '${clientSecret}', tokens: { organization: '${organization}', clientAdmin: '${clientAdmin}' } });
await escrow.customers.register({ phoneNumber: '+966500000001', firstName: 'Basil', lastName: 'Buyer' });`;
}
