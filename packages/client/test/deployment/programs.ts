// Programs of a project for the deployment of dialect.overlay.yaml.

/** Each expected error is one that the service's own types would not have, or the other way round. */
export const typedProgram = `
import { createEscrowClient as createServiceClient, isApiError, type Party } from '@escrow-kit/client';
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

const release = defineFlow<{ contractId: string; amount: number }, { read: string; release: string; add: null }>({
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
    { name: 'add', operation: 'addAddress', input: () => ({ path: { serviceUserId: 1 }, body: { addressLabel: 'a', countryCode: 'SA' } }) },
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
// @ts-expect-error a name without a dot may be the client's own
export const unnamed = defineFlow<string, { release: null }>({ name: 'release', steps: () => [] });

export async function run(): Promise<'OPEN' | 'CLOSED' | undefined> {
  const account = { iban: 'SA', currency: 'SAR', beneficiaryName: 'Huda', nationalId: '1' };
  await escrow.customers.addBankAccount(1, { ...account, bankName: 'First' });
  // @ts-expect-error this deployment needs the name of the bank
  await escrow.customers.addBankAccount(1, account);
  // @ts-expect-error so does the flow
  await escrow.flows.onboardCustomer({ phoneNumber: '+966500000002', bankAccount: account }, { key: 'a' });

  const opened = await escrow.call('addMilestones', { path: { contractId: 'c' }, body: { milestones: [] } });
  opened.data.milestones[0]?.fee satisfies string | undefined;

  const { data } = await escrow.call('readContract', { path: { contractId: 'c' } });
  data.milestones[0]?.status satisfies string | undefined;
  // @ts-expect-error a contract has no owner
  data.owner;
  // @ts-expect-error the trace id is text
  await escrow.call('readContract', { path: { contractId: 'c' }, query: { depth: 1 }, header: { 'X-Trace-Id': 1 } });
  // @ts-expect-error no such operation
  await escrow.call('closeContract', { path: { contractId: 'c' } });
  // @ts-expect-error an amount is a number
  await escrow.call('releaseMilestone', { path: { contractId: 'c' }, body: { milestoneId: 'm', amount: '1' } });
  const session = await escrow.call('logIn', { body: { user: 'shop', password: 'secret' } });
  // @ts-expect-error a token is a secret
  session.data.accessToken satisfies string;
  session.data.accessToken.reveal() satisfies string;

  const released = await escrow.flows.run(release, { contractId: 'c', amount: 1 }, { key: 'order' });
  released.release satisfies string;
  // @ts-expect-error the flow needs the amount
  await escrow.flows.run(release, { contractId: 'c' }, { key: 'order' });

  const params = { path: { contractId: 'c' } };
  const answer = await escrow.hosts.contract.GET('/api/contracts/{contractId}', { params });
  // @ts-expect-error the users host does not serve it
  await escrow.hosts.users.GET('/api/contracts/{contractId}', { params });
  try {
    await escrow.contracts.addParties('c', { m: [sender] });
  } catch (error) {
    if (isApiError(error, 'releaseMilestone')) error.operationId satisfies 'releaseMilestone';
  }
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

/** A shop by the deployment of login.overlay.yaml and rules.overlay.yaml. */
export const loginProgram = `
import { createMemoryJournal } from '@escrow-kit/client/memory';
import { clientAdminToken, createEscrowClient, webhookOptions } from './escrow/index.ts';

const { ESCROW_URL: baseUrl = '' } = process.env;
const [broker, buyer, seller] = ['+966500000001', '+966500000002', '+966500000003'] as const;
const escrow = createEscrowClient({
  baseUrl,
  checkoutHosts: ['https://checkout.escrow.example'],
  clientId: 'shop',
  clientSecret: 'secret',
  tokens: { organization: 'org', clientAdmin: clientAdminToken({ body: { grant_type: 'password', username: 'admin', password: 'canary' } }) },
  journal: createMemoryJournal(),
  defaults: { currency: 'SAR', contractClassification: 'BASIC', returnPolicy: 'NO_RETURN', returnFeePayee: 'PROVIDER', serviceTermsAccepted: true, broker },
});
const { data } = await escrow.call('legacySignUp', { body: { phoneNumber: buyer, firstName: 'B', lastName: 'B', clientUserId: '1' } }, { token: 'clientAdmin' });
// Two buyers: with PARTY-2 off, the caller says what they carry.
const order = await escrow.flows.openContract(
  { title: 'Bike', milestones: [{ title: 'Bike', price: 100, deadline: '2030-01-01T00:00:00Z', buyer: [{ phoneNumber: buyer, rate: 0.5, isSender: false }, { phoneNumber: broker }], seller }] },
  { key: 'order' },
);
const { redirectUrl } = await escrow.flows.checkout({ milestoneId: order.milestones[0].id, buyer, returnUrl: 'https://shop.example/' });
console.log(JSON.stringify({ user: data.id, redirectUrl: redirectUrl.reveal(), status: order.milestones[0].status, webhookOptions }));
`;

/** A shop by the deployment of two-kinds.overlay.yaml and renamed.overlay.yaml. */
export const renamedProgram = `
import { createMemoryJournal } from '@escrow-kit/client/memory';
import { clientAdminToken, createEscrowClient, legacyAppToken } from './escrow/index.ts';

const { ESCROW_URL: baseUrl = '' } = process.env;
const [broker, buyer, seller] = ['+966500000001', '+966500000002', '+966500000003'] as const;
const escrow = createEscrowClient({
  baseUrl,
  clientId: 'shop',
  clientSecret: 'secret',
  tokens: {
    organization: 'org',
    clientAdmin: clientAdminToken({ body: { username: 'admin', password: 'canary' } }),
    legacyApp: legacyAppToken({ body: {} }),
  },
  journal: createMemoryJournal(),
  defaults: { currency: 'SAR', channel: 'WEB', refundPolicy: 'NONE', broker },
});
// @ts-expect-error the source itself says which kind of token it wants
clientAdminToken({ body: { grant_type: 'client_credentials', username: 'admin', password: 'canary' } });
// @ts-expect-error this deployment has no return policy
createEscrowClient({ baseUrl, defaults: { returnPolicy: 'NO_RETURN' } });

await escrow.legacy.signUp({ phoneNumber: buyer, firstName: 'B', lastName: 'B', clientUserId: '1' });
await escrow.flows.onboardCustomer({ phoneNumber: seller, email: 's@shop.example', bankAccount: { iban: 'SA0380000000608010167519' } }, { key: 'seller' });
const deadline = '2030-01-01T00:00:00Z';
const missing = await escrow.flows
  .openContract({ title: 'Bike', milestones: [{ title: 'Bike', price: 1, deadline, buyer, seller }] }, { key: 'x' })
  .catch((error) => error.message);
const order = await escrow.flows.openContract(
  { title: 'Bike', milestones: [{ title: 'Bike', price: 100, deadline, buyer: [{ phoneNumber: buyer, nationalId: '1' }], seller, refundPolicy: 'FULL' }] },
  { key: 'order' },
);
await escrow.payments.start({ milestoneId: order.milestones[0].id, redirectUrl: 'https://shop.example/' });
console.log(JSON.stringify({ missing }));
`;

/** A shop by the deployment of five-logins.overlay.yaml. */
export const fiveLoginsProgram = `
import { apiKeyToken, clientAdminToken, createEscrowClient, legacyAppToken, legacyUserToken, organizationToken } from './escrow/index.ts';

const { ESCROW_URL: baseUrl = '' } = process.env;
const escrow = createEscrowClient({
  baseUrl,
  tokens: {
    organization: organizationToken({}),
    clientAdmin: clientAdminToken({ query: { key: 'k' } }),
    legacyUser: legacyUserToken({}),
    legacyApp: legacyAppToken({ body: { user: 'shop', more: 1 } }),
    apiKey: apiKeyToken({ body: { key: 'k' } }),
  },
});
legacyUserToken({ body: { scope: 'all' } }) satisfies Function;
// @ts-expect-error this login takes no body
organizationToken({ body: {} });
// @ts-expect-error the key is missing
clientAdminToken({});
// @ts-expect-error with the kind, there is a body, and it needs the user
legacyAppToken({ body: {} });
// @ts-expect-error a body of this kind has no user
apiKeyToken({ body: { user: 'shop' } });

for (const token of ['organization', 'clientAdmin', 'legacyUser', 'legacyApp', 'apiKey'] as const) {
  await escrow.call('readTerms', { path: { 'contract-id': 'c/1' } }, { token });
}
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
