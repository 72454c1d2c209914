import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onExit } from '@escrow-kit/tools/on-exit';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { repositoryFolder } from '../src/release/publishable-packages.ts';
import { type PackedProject, packedProject } from './support/packed-project.ts';
import { type CommandResult, outsideEnvironment, tryCommand } from './support/run-command.ts';

// The page on going live, its command lines as they are printed, with the packed packages. The deployment is a sandbox that differs
// as the overlay of the page says.

const guide = join(repositoryFolder, 'docs/guide');
const page = readFileSync(join(guide, 'going-live.md'), 'utf8');
const [, shop = ''] = /```ts\n(.*?)```/s.exec(page) ?? [];
const commands = [...page.matchAll(/^npx (@escrow-kit\/\S+) (.*)$/gm)].map(([line]) => line);
const commandWith = (text: string): string => commands.find((line) => line.includes(text)) ?? `the page has no ${text}`;

/** A flow of its own, with a call that the overlay adds. */
const flow = `
import { defineFlow } from '@escrow-kit/client/define-flow';
export const read = defineFlow<{ contractId: string }, { read: string }>({
  name: 'shop.read',
  steps: ({ contractId }) => [
    { name: 'read', operation: 'readContract', input: () => ({ path: { contractId } }), result: ({ data }) => data.status },
  ],
});
`;

let project: PackedProject;

beforeAll(async () => {
  project = await packedProject();
  copyFileSync(join(guide, 'deployment.overlay.yaml'), join(project.folder, 'deployment.overlay.yaml'));
  const [, options = ''] = /```json\n(.*?)```/s.exec(readFileSync(join(guide, 'README.md'), 'utf8')) ?? [];
  const { compilerOptions } = JSON.parse(options);
  // The types of the packages are checked as well: those of every entry have to follow the deployment.
  const checked = { compilerOptions: { ...compilerOptions, skipLibCheck: false }, include: ['flow.ts', 'shop.ts'] };
  project.write('tsconfig.json', JSON.stringify(checked));
  project.write('flow.ts', flow);
  project.write('shop.ts', shop);
});

test('a shop of a deployment that differs: generated, type-checked, paid', async () => {
  const { createControl } = await import(join(project.folder, 'node_modules/@escrow-kit/sandbox/dist/index.js'));
  const { url } = JSON.parse(await start(`${commandWith('@escrow-kit/sandbox ')} --json`, /^\{/));
  const generated = await run(commandWith('generate'));
  const compiled = await run('npx tsc -p .');
  const shopUrl = `http://127.0.0.1:${portIn(await start('node shop.ts', /listening/, { ESCROW_URL: url }))}`;
  const control = createControl(url);
  await control.setWebhook(`${shopUrl}/webhooks`);

  const checkout = await fetch(`${shopUrl}/orders/1/checkout`, { redirect: 'manual' });
  const contract = await (await fetch(`${shopUrl}/orders/1/contract`)).text();
  const { milestones } = await control.milestones();
  await control.giveConsent('+966500000001');
  await control.pay(milestones[0].milestoneId);
  await control.drain();

  expect([generated.exitCode, compiled]).toMatchObject([0, { exitCode: 0, output: '' }]);
  expect(checkout.headers.get('location')).toMatch(new RegExp(`^${url}/checkout/external/.*ticket=`));
  expect(contract).toBe('CREATED, from the PROVIDER\n');
  expect((await control.deliveries()).deliveries).toMatchObject([{ state: 'delivered' }]);
});

test('the other commands of the page run', async () => {
  const signIn = { method: 'POST', url: 'https://contract.example/api/v3/sign-in', headers: [] };
  project.write('recorded.har', JSON.stringify({ log: { entries: [{ request: signIn, response: { status: 200 } }] } }));
  const { url } = JSON.parse(await start(`${commandWith('@escrow-kit/sandbox ')} --json`, /^\{/));

  const observed = await run(commandWith('observe'));
  // For time; the page checks everything.
  const narrowed = { ESCROW_URL: url, ESCROW_CONTROL_URL: url, ESCROW_RULE: 'USER-1 STATE-2' };
  const verified = await run(commandWith('verify'), narrowed);
  const mock = await start(commandWith('prism-mock'), /127\.0\.0\.1/);
  const read = await fetch(`http://127.0.0.1:${portIn(mock)}/api/external/contracts/c-1`, {
    headers: { authorization: 'Bearer adm_sandbox' },
  });

  expect(observed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('POST /api/v3/sign-in: 200') });
  expect(verified).toMatchObject({ exitCode: 0 });
  await expect(read.json()).resolves.toMatchObject({ data: { senderRole: 'PROVIDER' } });
});

test("the page's copy of a HAR file has no value, and observe says nothing of its tokens", async () => {
  const secret = [{ name: 'authorization', value: 's3cret' }];
  const body = { text: '{"phoneNumber":"s3cret","firstName":"s3cret"}', params: secret };
  const url = 'https://identity.example/realms/service/service-partner/customers?ticket=s3cret';
  const request = { method: 'POST', url, headers: secret, cookies: secret, queryString: secret, postData: body };
  const response = {
    status: 200,
    headers: secret,
    redirectURL: url,
    content: { text: '{"serviceUserId":1234,"userIdentification":1234}' },
  };
  project.write('recorded.har', JSON.stringify({ log: { entries: [{ request, response, _initiator: url }] } }));
  const [strip = ''] = /^jq '.*?shared\.har$/ms.exec(page) ?? [];

  const stripped = await run(`${strip} && cat shared.har`);
  const observed = await run(commandWith('observe').replace('recorded', 'shared'));

  expect(stripped.stdout).toContain('firstName');
  expect(stripped.stdout).not.toMatch(/s3cret|1234/);
  expect(observed).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('does not contain it: authorization'),
  });
});

/** The credentials of a sandbox, and any free ports. */
const environment = {
  ...outsideEnvironment(),
  ...{ ESCROW_ORGANIZATION_TOKEN: 'org_sandbox', ESCROW_CLIENT_ADMIN_TOKEN: 'adm_sandbox', ESCROW_YES: 'true' },
  ...{ ESCROW_CLIENT_ID: 'sandbox-client', ESCROW_CLIENT_SECRET: 'sandbox-secret', PORT: '0', ESCROW_PORT: '0' },
};

/** Runs a command line to its end. */
function run(command: string, more?: NodeJS.ProcessEnv): Promise<CommandResult> {
  return tryCommand('sh', ['-c', command], { cwd: project.folder, env: { ...environment, ...more } });
}

/** Starts a command line, and resolves with the first such line that it prints. It ends with the test. */
async function start(command: string, awaited: RegExp, more?: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd: project.folder,
    env: { ...environment, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npx does not forward signals, so the whole group gets them.
    detached: true,
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const end = () => isRunning() && process.kill(-(child.pid ?? 0), 'SIGINT');
  onExit(end);
  onTestFinished(async () => {
    if (end()) await once(child, 'exit');
  });
  return new Promise((resolve, reject) => {
    // The rest is read as well, so that the process can go on writing.
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (text) => awaited.test(text) && resolve(text));
    }
    child.on('exit', () => reject(new Error(`"${command}" ended before it printed ${awaited}.`)));
  });
}

/** The port in a line that a command printed. */
const portIn = (line: string): string => /(?:127\.0\.0\.1:|"port":)(\d+)/.exec(line)?.[1] ?? '';
