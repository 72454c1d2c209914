import { readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runHere } from '@escrow-kit/suite/command-line';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runGenerate } from '../../generate/run-generate.ts';
import { listen } from '../support/listen.ts';
import { createProject, type Project } from './project.ts';

const overlay = fileURLToPath(new URL('dialect.overlay.yaml', import.meta.url));

let project: Project;
beforeAll(async () => {
  project = await createProject();
  await project.generate('--overlay', overlay, '--out', 'src/escrow');
});
afterAll(() => project[Symbol.asyncDispose]());

/** Runs `generate` in this process, which has the document without overlays, and in its working directory. */
const generateHere = (...args: string[]) => runHere(runGenerate, ['generate', ...args]);

/** Each expected error is one that the service's own types would not have, or the other way round. */
const typedProgram = `
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

test('the generated files type-check in a strict project, and every type follows the overlay', async () => {
  project.write('src/typed-program.ts', typedProgram);

  expect(await project.compile()).toEqual({ exitCode: 0, printed: '' });
});

/** A seller sells by this deployment. */
const sellingProgram = `
import { createMemoryJournal } from '@escrow-kit/client/memory';
import { clientAdminToken, createEscrowClient, webhookDeployment } from './escrow/index.ts';

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
console.log(JSON.stringify({ userIdentification, fee, tooShort, refused, statuses: [first.data.status, second.data.milestones[0]?.status], webhookDeployment }));
`;

test('AUTH-12 the generated client logs in by itself, runs the main job, and checks what the overlay states', async () => {
  project.write('src/selling-program.ts', sellingProgram);
  const sent: { call: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }[] = [];
  const url = await listen(
    createServer(async (request, response) => {
      const body = await text(request);
      const { method, url: path = '', headers } = request;
      sent.push({ call: `${method} ${path}`, headers, body: JSON.parse(body || '{}') });
      response.setHeader('content-type', 'application/json');
      const [status, answer] = answers[`${method} ${path}`] ?? [404, {}];
      response.writeHead(status).end(JSON.stringify(answer));
    }),
  );

  const { printed } = await project.run('src/selling-program.ts', { ESCROW_URL: url });

  const { userIdentification, fee, tooShort, refused, statuses, webhookDeployment } = JSON.parse(printed);
  expect([userIdentification, fee]).toEqual(['2', '4.00']);
  expect(tooShort).toContain('bankAccount.bankName must have at least 3 characters.');
  expect(refused).toContain('body.amount must be above 0.');
  expect(statuses).toEqual(['OPEN', 'FUNDED']);
  expect(webhookDeployment).toEqual({
    signature: null,
    allowedAddresses: ['192.0.2.0/24', '2001:db8::7'],
    statuses: { FUNDED: 'PAID', PAYING: 'CASHOUT_IN_PROGRESS', DONE: 'COMPLETED' },
  });
  expect(sent.map(({ call }) => call)).toEqual(
    Object.keys(answers).flatMap((call) => (call.endsWith('/c') ? [call, call] : [call])),
  );
  expect(sent.filter(({ headers }) => headers.authorization === 'Bearer session-1')).toHaveLength(5);
  expect(sent.at(-1)?.headers).toMatchObject({ 'x-trace-id': 'trace-1' });
  expect(sent.find(({ call }) => call.endsWith('/contracts'))?.body).toMatchObject({ senderRole: 'PROVIDER' });
  const parties = JSON.stringify(sent.find(({ call }) => call.endsWith('/parties'))?.body);
  expect(parties).toContain('{"role":"PROVIDER","phoneNumber":"+966500000003","amount":10000,"isSender":true}');
  expect(parties).toContain('"role":"BUYER"');
});

/** The answers of the deployment, in the order in which its calls come. */
const answers: Record<string, [status: number, body: unknown]> = {
  'POST /realms/service/service-partner/customers': [200, { serviceUserId: 1, userIdentification: '2' }],
  'POST /api/users/external/1/banks': [200, {}],
  'POST /api/sessions': [201, { data: { accessToken: 'session-1', expiresIn: 600 } }],
  'POST /api/external/contracts': [200, { data: { id: 'c', type: 'X', senderRole: 'PROVIDER', status: 'DRAFT' } }],
  'PATCH /api/external/contracts/c/milestones': [
    200,
    {
      data: {
        parentContractId: 'c',
        milestones: [{ id: 'm', itemPrice: 100, fee: '4.00', feePercentage: 0.04, status: 'DRAFT' }],
      },
    },
  ],
  'PATCH /api/external/contracts/c/parties': [200, {}],
  'GET /api/contracts/c': [200, { data: { id: 'c', status: 'OPEN', milestones: [{ id: 'm', status: 'FUNDED' }] } }],
};

test('the example of the README releases money by a flow of its own, and type-checks', async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, example = ''] = /```typescript\n(.*?)```/s.exec(readme) ?? [];
  project.write('src/readme.ts', example.replace('./escrow/index.js', './escrow/index.ts'));
  const released: unknown[] = [];
  const url = await listen(
    createServer(async (request, response) => {
      const body = await text(request);
      const isRelease = request.url === '/api/contracts/contract-1/release';
      if (isRelease) released.push(JSON.parse(body));
      const [status, answer] = isRelease
        ? [200, { data: { releaseId: 'release-1' } }]
        : (answers[`${request.method} ${request.url?.replace('contract-1', 'c')}`] ?? [404, {}]);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    }),
  );

  const run = () => project.run('src/readme.ts', { ESCROW_URL: url });

  expect([await run(), await run()]).toEqual([
    { exitCode: 0, printed: 'release-1\n' },
    { exitCode: 0, printed: 'release-1\n' },
  ]);
  expect(released).toEqual([{ milestoneId: 'm', amount: 100 }]);
});

test('the same overlays give the same files, and their header says so', async () => {
  const before = project.read('src/escrow/index.ts');

  const { exitCode } = await project.generate('--overlay', overlay, '--out', 'src/escrow');

  expect(exitCode).toBe(0);
  expect(project.read('src/escrow/index.ts')).toBe(before);
  expect(before.split('\n')[0]).toBe(
    "// Generated by `npx @escrow-kit/client generate` from the service's document and dialect.overlay.yaml. Do not edit.",
  );
});

test.runIf(process.platform === 'linux')('a folder that cannot be created is told in one line', async () => {
  const { exitCode, stderr } = await generateHere('--out', '/proc/none/escrow');

  expect([exitCode, stderr.trim()]).toEqual([
    1,
    "escrow-kit-client: --out: /proc/none/escrow can't be written (ENOENT). Name a folder that you may write.",
  ]);
});

test('a file that the command did not write stays, and nothing is written', async () => {
  project.write('other/schema.ts', 'export const mine = 1;');

  const folder = relative('.', join(project.folder, 'other'));
  const { exitCode, stderr } = await generateHere('--out', folder);

  expect([exitCode, stderr.trim()]).toEqual([
    1,
    `escrow-kit-client: ${folder}/schema.ts was not written by this command, and nothing was: move it, or choose another --out.`,
  ]);
  expect(project.read('other/schema.ts')).toBe('export const mine = 1;');
  expect(() => project.read('other/index.ts')).toThrow('ENOENT');
});

test('a link is not followed, and a file beside the generated ones stays', async () => {
  project.write('linked/schema.ts.new', 'export const mine = 1;');
  project.write('elsewhere.ts', '');
  symlinkSync('../elsewhere.ts', join(project.folder, 'linked/index.ts'));

  const folder = join(project.folder, 'linked');
  const refused = await generateHere('--out', folder);
  rmSync(join(folder, 'index.ts'));
  const written = await generateHere('--out', folder);

  expect([refused.exitCode, refused.stderr]).toEqual([
    1,
    expect.stringContaining('linked/index.ts is a symbolic link'),
  ]);
  expect(written.exitCode).toBe(0);
  expect(project.read('elsewhere.ts')).toBe('');
  expect(project.read('linked/schema.ts.new')).toBe('export const mine = 1;');
  expect(readdirSync(folder).sort()).toEqual(['index.ts', 'schema.ts', 'schema.ts.new']);
});

test('an overlay that changes what may not change is refused with its line', async () => {
  project.write(
    'bad.overlay.yaml',
    'overlay: 1.0.0\ninfo: { title: x, version: 1.0.0 }\nactions:\n  - target: $.paths.nothing\n    remove: true\n',
  );

  const file = join(project.folder, 'bad.overlay.yaml');
  const { exitCode, stderr } = await generateHere('--overlay', file, '--out', join(project.folder, 'bad'));

  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/^escrow-kit-client: \S*bad\.overlay\.yaml:4: [^\n]+\n$/);
});

const added = (path: string, operation: string) => `overlay: 1.0.0
info: { title: x, version: 1.0.0 }
actions:
  - target: $.paths
    update:
      ${JSON.stringify(path)}:
        servers: [{ url: 'https://contract.escrow.example', x-host: contract }]
        get: { operationId: readIt, x-retry: read, ${operation}, responses: { '200': { description: x } } }
`;

test('no overlay unmarks a secret, or adds an address that gets tickets', async () => {
  project.write(
    'loose.overlay.yaml',
    `overlay: 1.0.0
info: { title: x, version: 1.0.0 }
actions:
  - { target: $.components.schemas.Ticket, remove: true }
  - { target: $.components.schemas, update: { Ticket: { type: object, additionalProperties: { type: string } } } }
  - { target: "$.paths['/payments'].servers[0]", update: { url: 'https://elsewhere.example' } }
`,
  );

  await project.generate('--overlay', 'loose.overlay.yaml', '--out', 'src/loose');
  const [, secrets, origins] =
    /secretFields: [^=]*= (\[.*?\]);.*documentOrigins: [^=]*= (\[.*?\]);/s.exec(project.read('src/loose/index.ts')) ??
    [];
  project.remove('src/loose');

  expect(secrets).toContain('ticket');
  expect(origins).toContain('https://contract.escrow.example');
  expect(origins).not.toContain('elsewhere');
});

test('what an overlay says can not become code', async () => {
  const path = "/a'+process.exit(7)+'";
  const name = JSON.stringify('`"; process.exit(7); //');
  const query = `security: [], parameters: [{ name: ${name}, in: query, schema: { type: string } }]`;
  project.write('odd.overlay.yaml', added(path, query));
  project.write(
    'src/odd/use.ts',
    "import { deployment } from './index.ts';\nconsole.log(deployment.operationTable.readIt.template);",
  );

  const { exitCode, printed } = await project.generate('--overlay', 'odd.overlay.yaml', '--out', 'src/odd');
  const ran = await project.run('src/odd/use.ts', {});
  project.remove('src/odd');

  expect([exitCode, printed]).toEqual([0, expect.stringContaining('Wrote')]);
  expect(ran).toEqual({ exitCode: 0, printed: `${path}\n` });
});
