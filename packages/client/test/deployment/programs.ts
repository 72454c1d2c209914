// Programs of a project for the deployment of dialect.overlay.yaml and odd.overlay.yaml.

/** Each expected error is one that the service's own types would not have, or the other way round. */
export const typedProgram = `
import { createEscrowClient as createServiceClient, type Party } from '@escrow-kit/client';
import { defineFlow } from '@escrow-kit/client/define-flow';
import { clientAdminToken, createEscrowClient } from './escrow/index.ts';

const escrow = createEscrowClient({
  baseUrl: 'https://escrow.example',
  tokens: { organization: 'org', clientAdmin: clientAdminToken({ body: { user: 'shop', password: 'secret' } }) },
});
// @ts-expect-error the client of a registered deployment needs it
createServiceClient({ baseUrl: 'https://escrow.example' });
// @ts-expect-error the log-in needs a password
clientAdminToken({ body: { user: 'shop' } });

export const seller: Party = { role: 'PROVIDER', phoneNumber: '+966500000002', amount: 100 };
export const sender: Party = { ...seller, isSender: true };
// @ts-expect-error the seller is always the sender
export const none: Party = { role: 'PROVIDER', phoneNumber: '+966500000002', amount: 100, isSender: false };

const release = defineFlow<{ contractId: string; amount: number }, { read: string; release: string }>({
  name: 'shop.release',
  steps: ({ contractId, amount }) => [
    {
      name: 'read',
      operation: 'readContract',
      input: () => ({ path: { contractId } }),
      result: ({ data }) => data.milestones[0]?.id ?? '',
    },
    {
      name: 'release',
      operation: 'releaseMilestone',
      input: ({ read }) => ({ path: { contractId }, body: { milestoneId: read, amount } }),
      result: ({ data }) => data.releaseId,
    },
  ],
});
export const wrong = defineFlow<{ contractId: string }, { release: string }>({
  name: 'shop.wrong',
  steps: ({ contractId }) => [
    {
      name: 'release',
      operation: 'releaseMilestone',
      // @ts-expect-error the amount is missing
      input: () => ({ path: { contractId }, body: { milestoneId: 'm' } }),
      // @ts-expect-error the result is text
      result: () => 1,
    },
  ],
});

export async function run(): Promise<'OPEN' | 'CLOSED' | undefined> {
  const account = { iban: 'SA', currency: 'SAR', beneficiaryName: 'Huda', nationalId: '1' };
  await escrow.customers.addBankAccount(1, { ...account, bankName: 'First' });
  // @ts-expect-error this deployment needs the name of the bank
  await escrow.customers.addBankAccount(1, account);

  const opened = await escrow.call('addMilestones', { path: { contractId: 'c' }, body: { milestones: [] } });
  opened.data.milestones[0]?.fee satisfies string | undefined;

  const { data } = await escrow.call('readContract', { path: { contractId: 'c' } });
  data.milestones[0]?.status satisfies string | undefined;
  // @ts-expect-error an amount is a number
  await escrow.call('releaseMilestone', { path: { contractId: 'c' }, body: { milestoneId: 'm', amount: '1' } });
  const released = await escrow.flows.run(release, { contractId: 'c', amount: 1 }, { key: 'order' });
  released.release satisfies string;

  const params = { path: { contractId: 'c' } };
  const answer = await escrow.hosts.contract.GET('/api/contracts/{contractId}', { params });
  return answer.data?.data.status;
}
`;

/** A seller sells by this deployment. */
export const sellingProgram = `
import { createMemoryJournal } from '@escrow-kit/client/memory';
import { clientAdminToken, createEscrowClient, webhookOptions } from './escrow/index.ts';

const { ESCROW_URL: baseUrl = '' } = process.env;
const [broker, buyer, seller] = ['+966500000001', '+966500000002', '+966500000003'] as const;
const escrow = createEscrowClient({
  baseUrl,
  tokens: { organization: 'org', clientAdmin: clientAdminToken({ body: { user: 'shop', password: 'canary' } }) },
  journal: createMemoryJournal(),
  defaults: { currency: 'SAR', contractClassification: 'BASIC', returnPolicy: 'NO_RETURN', returnFeePayee: 'PROVIDER', serviceTermsAccepted: true, broker },
});
const bankAccount = { iban: 'SA0380000000608010167519', beneficiaryName: 'Huda', nationalId: '1012345678' };
const tooShort = await escrow.flows.onboardCustomer({ phoneNumber: seller, bankAccount: { ...bankAccount, bankName: 'AB' } }, { key: 'x' }).catch((error) => error.message);
const { userIdentification } = await escrow.flows.onboardCustomer({ phoneNumber: seller, bankAccount: { ...bankAccount, bankName: 'First' } }, { key: 'seller' });
const { contractId, milestones: [{ fee }] } = await escrow.flows.openContract(
  { title: 'Bike', milestones: [{ title: 'Bike', price: 100, deadline: '2030-01-01T00:00:00Z', buyer, seller }] },
  { key: 'order' },
);
const [first, second] = [await escrow.call('readContract', { path: { contractId } }), await escrow.call('readContract', { path: { contractId }, header: { 'X-Trace-Id': 'trace-1' } })];
const release = { milestoneId: 'm', amount: 0, note: null };
const refused = await escrow.call('releaseMilestone', { path: { contractId }, body: release }, { checks: 'all' }).catch((error) => error.message);
console.log(JSON.stringify({ userIdentification, fee, tooShort, refused, statuses: [first.data.status, second.data.milestones[0]?.status], webhookOptions }));
`;

/** What odd.overlay.yaml tries. */
export const attackedProgram = `
import { createEscrowClient, deployment } from './escrow/index.ts';

const escrow = createEscrowClient({
  baseUrl: 'https://escrow.test',
  clientId: 'shop',
  clientSecret: 'secret',
  tokens: { clientAdmin: 'token' },
  fetch: async () => Response.json({ data: 'https://elsewhere.example/external/aB3xK9?client_id=shop' }),
});
const checkout = { milestoneId: 'm', buyer: '+966500000002', returnUrl: 'https://shop.example/' };
const refused = await escrow.flows.checkout(checkout).catch((error) => error.message);
const { operationTable, secretFields } = deployment;
console.log(JSON.stringify({ template: operationTable.readIt.template, secrets: secretFields, refused }));
`;
