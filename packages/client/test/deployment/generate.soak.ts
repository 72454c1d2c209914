import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProject, type Project, runNode } from './project.ts';
import { type Answers, mainJobAnswers, startDeployment } from './start-deployment.ts';

// Deployments of other dialects than that of generate.test.ts.

/** A shop by the deployment of two-kinds.overlay.yaml and renamed.overlay.yaml. */
const renamedProgram = `
import { createMemoryJournal } from '@escrow-kit/client/memory';
import { clientAdminToken, createEscrowClient, legacyAppToken, webhookOptions } from './escrow/index.ts';

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
  { title: 'Bike', milestones: [{ title: 'Bike', price: 100, deadline, buyer: [{ phoneNumber: buyer, nationalId: '1', isSender: false }], seller, refundPolicy: 'FULL' }] },
  { key: 'order' },
);
await escrow.payments.start({ milestoneId: order.milestones[0].id, redirectUrl: 'https://shop.example/' });
console.log(JSON.stringify({ missing, webhookOptions }));
`;

/** A shop by the deployment of five-logins.overlay.yaml. */
const fiveLoginsProgram = `
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

let project: Project;
beforeAll(async () => {
  project = await createProject();
});
afterAll(() => project.remove());

/** Writes a program beside the files that are generated for it, and compiles both. Returns what was printed meanwhile. */
async function write(name: string, program: string, overlays: string[]): Promise<string> {
  const printed = await project.generate([overlays, `${name}/escrow`]);
  project.write(`${name}/program.ts`, program);
  expect(await project.compile(name)).toBe('');
  return printed;
}

test('AUTH-12 fields with other names pass through flows, those that are gone are not sent, and one login gives two kinds of token', async () => {
  const login: Answers = { 'POST /oauth/token': [200, { access_token: 'token-1', expires_in: 600 }] };
  const { url, sent } = await startDeployment({ ...mainJobAnswers, ...login });
  await write('renamed', renamedProgram, ['two-kinds', 'renamed', 'rules']);

  const [printed = ''] = await project.run('renamed/program.ts', url);

  expect(JSON.parse(printed)).toEqual({
    missing: expect.stringContaining('nationalId is missing'),
    webhookOptions: {
      signature: null,
      allowedAddresses: ['127.0.0.1'],
      statuses: { PARTIALLY_PAID: 'PAID', ITEM_ACCEPTED: 'CASHOUT_IN_PROGRESS', CASH_OUT_APPROVED: 'COMPLETED' },
    },
  });
  const bodiesOf = (end: string) => sent.filter(({ call }) => call.endsWith(end)).map(({ body }) => body);
  expect(bodiesOf('/oauth/token')).toEqual([
    { grant_type: 'client_credentials' },
    { username: 'admin', password: 'canary', grant_type: 'password' },
  ]);
  expect(bodiesOf('/customers')).toEqual([{ phoneNumber: '+966500000003', email: 's@shop.example' }]);
  expect(bodiesOf('/banks')).toEqual([{ iban: 'SA0380000000608010167519' }]);
  expect(bodiesOf('/contracts')).toEqual([
    {
      ...{ type: 'COMPLEX_CONTRACT', itemDetail: { title: 'Bike' }, currency: 'SAR' },
      ...{ refundPolicy: 'NONE', channel: 'WEB' },
    },
  ]);
  expect(bodiesOf('/milestones')).toMatchObject([{ milestones: [{ refundPolicy: 'FULL', price: 100 }] }]);
  // The rules that fill in flags of a customer are off.
  expect(bodiesOf('/parties')).toEqual([
    {
      mileStonesParties: {
        m: [
          { role: 'CUSTOMER', phoneNumber: '+966500000002', amount: 100, nationalId: '1', isSender: false },
          { role: 'PROVIDER', phoneNumber: '+966500000003', amount: 100 },
          { role: 'BROKER', phoneNumber: '+966500000001', amount: 0, arbitrator: true, isSender: true },
        ],
      },
    },
  ]);
  expect(sent.at(-1)?.query).toEqual({ redirectUrl: 'https://shop.example/' });
});

test('AUTH-12 a login may take nothing, a query alone, an optional body or one of several bodies', async () => {
  const session = (token: string): Answers[string] => [200, { token }];
  const { url, sent } = await startDeployment({
    'GET /session': session('token-1'),
    'GET /session-by-key': session('token-2'),
    'POST /session-with-scope': session('token-3'),
    'POST /session-of-user': session('token-4'),
    'POST /session-of-either': session('token-5'),
    'GET /terms-of/c%2F1': [200, {}],
  });
  const printed = await write('logins', fiveLoginsProgram, ['five-logins']);

  await project.run('logins/program.ts', url);

  expect(sent.filter(({ call }) => call.includes('session')).map(({ query, body }) => [query, body])).toEqual([
    [{}, {}],
    [{ key: 'k' }, {}],
    [{}, {}],
    [{}, { user: 'shop', more: 1, kind: 'app' }],
    [{}, { key: 'k', kind: 'key' }],
  ]);
  const reads = sent.filter(({ call }) => call === 'GET /terms-of/c%2F1');
  expect(reads.map(({ headers }) => headers.authorization)).toEqual([1, 2, 3, 4, 5].map((n) => `Bearer token-${n}`));
  expect(printed.split('\n').slice(1, -2)).toEqual([
    'Not checked before a call is sent: the keyword not of an item of branches of BankAccount.',
    'Not checked before a call is sent: the keyword oneOf of the body of openEitherSession.',
  ]);
});

/** Runs the command in the project as if a package were not installed. */
function runWithout(packageName: string, ...args: string[]): Promise<string> {
  project.write(
    'without.js',
    `import { registerHooks } from 'node:module';
    const resolve = (name, context, next) => next(name === '${packageName}' ? 'not-installed' : name, context);
    registerHooks({ resolve });
    process.argv.push(...${JSON.stringify(args)});
    await import('${new URL('../../generate/command.ts', import.meta.url)}');`,
  );
  return runNode(project.folder, 'without.js');
}

test('without the packages that only a command needs, one line says what to install', async () => {
  expect(await runWithout('openapi-typescript', 'generate', '--out', 'escrow')).toBe(
    'escrow-kit-client: generate needs more packages. Run: npm install --save-dev @escrow-kit/spec openapi-typescript@7 typescript@5\n',
  );
  expect(await runWithout('pg', 'pending', '--journal', 'postgres://127.0.0.1/shop')).toMatch(
    /^escrow-kit-client: --journal: PostgreSQL needs the package pg: npm install pg\.[^\n]+\n$/,
  );
});
