import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ReactNode } from 'react';
import { tokenWord } from '../requests/curl.ts';
import { CodeBlock } from '../ui/code.tsx';
import { Page, Section } from '../ui/page.tsx';
import { NextStep } from './next-step.tsx';
import { useProgress } from './use-progress.ts';

/** The page of a new tenant: the first call, ready to copy. */
export function FirstCall({ tenant }: { tenant: ControlSchema<'Tenant'> }): ReactNode {
  const progress = useProgress();
  return (
    <Page
      title="Make the first call"
      intro="Nothing has happened here yet. Register a customer: the call appears on this page as soon as it is answered, and then the next one, until the first milestone is settled."
    >
      {progress && <NextStep progress={progress} />}
      <Section title="From TypeScript">
        <CodeBlock label="@escrow-kit/client" code={clientCode(tenant)} copy="Copy the lines" />
      </Section>
    </Page>
  );
}

function clientCode({ clientId, publicCredentials }: ControlSchema<'Tenant'>): string {
  const { clientSecret = 'CLIENT_SECRET', tokens = undefined } = publicCredentials ?? {};
  const { organization = tokenWord('organization'), clientAdmin = tokenWord('clientAdmin') } = tokens ?? {};
  return `import { createEscrowClient } from '@escrow-kit/client';

const escrow = createEscrowClient({
  baseUrl: '${location.origin}',
  clientId: '${clientId}',
  clientSecret: '${clientSecret}',
  tokens: { organization: '${organization}', clientAdmin: '${clientAdmin}' },
});
await escrow.customers.register({ phoneNumber: '+966500000001', firstName: 'Basil', lastName: 'Buyer' });`;
}
