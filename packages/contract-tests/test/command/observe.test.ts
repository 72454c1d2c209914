import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { defaultCredentials, startSandbox } from '@escrow-kit/sandbox';
import { localCertificate } from '@escrow-kit/suite/local-certificate';
import { expect, onTestFinished, test } from 'vitest';
import { spawnObserve } from '../observe/support/spawn-observe.ts';
import { runCommand, spawnCommand } from '../support/run-command.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { writeHar } from '../support/write-har.ts';

async function startService(): Promise<string> {
  const { url, close } = await startSandbox();
  onTestFinished(close);
  return url;
}

/** A call with personal data and a token. */
const register = (url: string, phoneNumber: string): Promise<Response> =>
  fetch(`${url}/realms/service/service-partner/customers`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${defaultCredentials.tokens.organization}`,
      'content-type': 'application/json',
      'x-note': 'canary-header',
    },
    body: JSON.stringify({ phoneNumber, firstName: 'canary-first', lastName: 'canary-last' }),
  });

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

test('observe keeps and reports calls and events of a running application, without what is secret or personal', async () => {
  const service = await startService();
  const application = await serve((request, response) => {
    request.resume().on('end', () => response.writeHead(200).end());
  });
  const folder = temporaryFolder();
  const store = join(folder, 'store');
  const files = ['--html', 'report.html', '--json', 'report.json', '--write-overlay', 'overlay.yaml'];
  const args = files.map((arg) => (arg.startsWith('--') ? arg : join(folder, arg)));
  const observe = await spawnObserve([
    ...['--url', service, '--store', store, '--webhooks-from', '0', '--webhooks-to', `${application}/hooks`],
    ...args,
  ]);

  for (let call = 0; call < 5; call += 1) {
    const answer = await register(observe.url, `+96650000000${call}`);
    expect(answer.status).toBe(200);
  }
  await fetch(`${observe.url}/unknown/path?q=canary-query`);
  const event = { contractId: 'm-1', status: 'PAID', referenceId: 'r-1' };
  const sent = await fetch(observe.eventsUrl ?? '', { method: 'POST', body: JSON.stringify(event) });
  const { exitCode, stdout, stderr } = await observe.end('SIGTERM');

  expect([sent.status, exitCode, stderr]).toEqual([200, 0, expect.stringContaining(`The report is in`)]);
  expect(stdout).toContain('Observed 7 exchanges');
  // The sandbox is as documented, so there is no overlay.
  expect(filesIn(folder)).toHaveLength(3);
  expect(statSync(store).mode & 0o777).toBe(0o700);
  for (const file of filesIn(store)) expect(statSync(file).mode & 0o777).toBe(0o600);
  const written = [stdout, stderr, ...filesIn(folder).map((file) => readFileSync(file, 'utf8'))].join('\n');
  const secrets = ['canary', '96650000000', defaultCredentials.tokens.organization];
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
});

test('observe goes on where a killed run ended, and adds other folders', async () => {
  const service = await startService();
  const [store, other] = [join(temporaryFolder(), 'a'), join(temporaryFolder(), 'b')];
  const har = writeHar('https://contract.example/users/usr_7');
  await runCommand(['observe', '--url', 'https://contract.example', '--har', har, '--store', other]);
  const killed = await spawnObserve(['--url', service, '--store', store]);
  await register(killed.url, '+966500000001');
  await expect.poll(() => readFileSync(filesIn(store)[0] ?? '', 'utf8')).toContain('registerCustomer');
  await killed.end('SIGKILL');

  const resumed = await spawnObserve(['--url', service, '--store', store, other]);
  await register(resumed.url, '+966500000002');
  const { stdout, stderr, exitCode } = await resumed.end('SIGINT');

  expect(exitCode).toBe(0);
  expect(stderr).toContain('Goes on after 2 exchanges of earlier runs. The report has what they showed.');
  expect(stdout).toContain('Observed 3 exchanges');
  expect(filesIn(store)).toHaveLength(2);
  expect(filesIn(other)).toHaveLength(1);
});

test('a service with a certificate of an own authority is reached with NODE_EXTRA_CA_CERTS, and only with it', async () => {
  const server = createServer(localCertificate, (_request, response) => response.end('ok')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const folder = temporaryFolder();
  const authority = join(folder, 'authority.pem');
  writeFileSync(authority, localCertificate.cert);
  const args = ['--url', `https://127.0.0.1:${(server.address() as AddressInfo).port}`, '--store', folder];

  const [trusting, careless] = await Promise.all([
    spawnObserve(args, { NODE_EXTRA_CA_CERTS: authority }),
    spawnObserve(args, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
  ]);
  const answers = await Promise.all([trusting, careless].map(({ url }) => fetch(`${url}/a`)));
  const { stderr } = await careless.end('SIGTERM');

  expect(answers.map(({ status }) => status)).toEqual([200, 502]);
  expect(stderr).toContain('gave no answer (DEPTH_ZERO_SELF_SIGNED_CERT). Check --contract-url.');
});

test('observe --har reads traffic that is there already', async () => {
  const store = join(temporaryFolder(), 'store');
  const har = writeHar('https://contract.example/users/usr_7', 'https://other.example/', 'https://other.example/');
  const args = ['observe', '--contract-url', 'https://contract.example', '--har', har, '--store', store];

  const { exitCode, stdout, stderr } = await runCommand(args);
  writeFileSync(har, '{"log":{"entries":[canary');
  const broken = await runCommand(args);

  expect([exitCode, stderr]).toEqual([0, `${har}: 1 exchange. 2 of other addresses are left out.\n`]);
  expect(stdout).toContain('Observed 1 exchange,');
  expect([broken.exitCode, broken.stderr]).toEqual([1, expect.stringContaining('this is no JSON')]);
  const kept = filesIn(store).map((file) => readFileSync(file, 'utf8'));
  expect([...kept, broken.stdout, broken.stderr].join('')).not.toContain('canary');
});

test('observe writes its own files anew, and none that another wrote, or that was edited since', async () => {
  const folder = temporaryFolder();
  const [html, json, proposal, linked] = ['a.html', 'b.json', 'c.yaml', 'd.yaml'].map((name) => join(folder, name));
  const urls = Array.from({ length: 5 }, (_, index) => `https://contract.example/users/usr_${index}`);
  const args = ['observe', '--url', 'https://contract.example', '--har', writeHar(...urls), '--store', folder];
  const files = ['--html', `${html}`, '--json', `${json}`, '--write-overlay', `${proposal}`];
  const run = (...more: string[]) => runCommand([...args, ...more]);

  const first = await run(...files);
  const second = await run(...files);
  const again = readFileSync(`${proposal}`, 'utf8');
  symlinkSync(`${proposal}`, `${linked}`);
  const refused = [
    await spawnCommand([...args, '--overlay', `${proposal}`, '--write-overlay', `${linked}`], {}),
    await run('--html', `${json}`),
    await run('--json', `${html}`),
  ];
  writeFileSync(`${proposal}`, again.replace(/\n$/, ' # mine\n'));
  refused.push(await run('--write-overlay', `${proposal}`));

  expect([first.exitCode, second.exitCode]).toEqual([0, 0]);
  expect(again).toMatch(/^# Proposed by observing the service\./);
  expect(refused.map(({ exitCode }) => exitCode)).toEqual([2, 2, 2, 2]);
  for (const { stderr } of refused) expect(stderr).toMatch(/[Gg]ive another name\./);
  expect(readFileSync(`${proposal}`, 'utf8')).toContain('# mine');
  expect(readFileSync(`${html}`, 'utf8')).toMatch(/^<!doctype html>/);
  expect(JSON.parse(readFileSync(`${json}`, 'utf8'))).toMatchObject({ version: 1, exchanges: 10 });
});

test.each<[args: string[], remedy: string]>([
  [[], 'Missing: --contract-url (ESCROW_CONTRACT_URL), --auth-url'],
  [['--url', 'contract.example'], '--url is not an address'],
  [['--port', '70000'], 'Give a whole number from 0 to 65535.'],
  [['--webhooks-from', '0'], "--webhooks-from is given without --webhooks-to. Add your application's endpoint."],
  [['--webhooks-to', 'http://shop.example'], '--webhooks-to is given without --webhooks-from.'],
  [['--har', 'a.har', '--webhooks-from', '0', '--webhooks-to', 'http://shop.example'], 'Leave one of them out.'],
  [['--har', '/no/such/file.har'], "--har /no/such/file.har can't be read. Name a HAR file."],
  [['--store', '/dev/null/store'], "--store can't be used: ENOTDIR"],
  [['--html', '/no/such/folder/report.html'], "can't be written"],
])('observe %j ends with 2 and says what to do', async (args, remedy) => {
  const url = args.includes('--url') || args.length === 0 ? [] : ['--url', 'http://127.0.0.1:9'];
  const store = args.includes('--store') ? [] : ['--store', temporaryFolder()];

  const { exitCode, stderr } = await runCommand(['observe', ...url, ...store, ...args]);

  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(remedy)]);
});

test('a port that is taken is named, with the remedy', async () => {
  const taken = new URL(await serve(() => {})).port;

  const { exitCode, stderr } = await runCommand([
    'observe',
    '--url',
    'http://127.0.0.1:9',
    '--port',
    taken,
    '--store',
    temporaryFolder(),
  ]);

  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining(`--port: port ${taken} can't be used (EADDRINUSE). Choose another, or 0 for a free one.`),
  ]);
});
