import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { defaultCredentials, startSandbox } from '@escrow-kit/sandbox';
import { localCertificate } from '@escrow-kit/suite/local-certificate';
import { expect, onTestFinished, test } from 'vitest';
import { writeObservation } from '../../src/command-line/write-observation.ts';
import { createFindings } from '../../src/observe/findings/create-findings.ts';
import { createJudge } from '../../src/observe/judge/create-judge.ts';
import { createObservationReport } from '../../src/observe/report/observation-report.ts';
import { fileExtension, firstLine } from '../../src/observe/store/file-format.ts';
import { sampleExchange } from '../observe/sample-exchange.ts';
import { callOf } from '../observe/support/exchange-of.ts';
import { spawnObserve } from '../observe/support/spawn-observe.ts';
import { runCommand } from '../support/run-command.ts';
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

/** A service whose certificate only the returned file vouches for. */
async function startOwnAuthority(): Promise<{ url: string; authority: string }> {
  const server = createServer(localCertificate, (_request, response) => response.end('ok')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const authority = join(temporaryFolder(), 'authority.pem');
  writeFileSync(authority, localCertificate.cert);
  return { url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`, authority };
}

test('observe goes on where earlier runs ended, trusts a given authority, and keeps and reports nothing secret or personal', async () => {
  const folder = temporaryFolder();
  const [store, other] = [join(folder, 'store'), join(folder, 'other')];
  for (const earlier of [store, other]) {
    mkdirSync(earlier);
    // A killed run leaves an unfinished line.
    const lines = `${firstLine}${JSON.stringify(sampleExchange())}\n{"kind"`;
    writeFileSync(join(earlier, `a${fileExtension}`), lines, { mode: 0o600 });
  }
  const service = await startService();
  const trusted = await startOwnAuthority();
  const application = await serve((request, response) => {
    request.resume().on('end', () => response.writeHead(200).end());
  });
  const files = ['--html', join(folder, 'a.html'), '--json', join(folder, 'b.json')];

  const observe = await spawnObserve(
    [
      ...['--url', service, '--users-url', trusted.url, '--legacy-url', 'http://127.0.0.1:9', '--store', store, other],
      ...['--webhooks-from', '0', '--webhooks-to', `${application}/hooks`],
      ...[...files, '--write-overlay', join(folder, 'c.yaml')],
    ],
    { NODE_EXTRA_CA_CERTS: trusted.authority },
  );
  const answerOfTrusted = await fetch(`${observe.url}/users/usr_7/unknown`);
  for (let call = 0; call < 5; call += 1) {
    const answer = await register(observe.url, `+96650000000${call}`);
    expect(answer.status).toBe(200);
  }
  await fetch(`${observe.url}/unknown/path?q=canary-query`);
  const unanswered = await fetch(`${observe.url}/api/users/7/IBAN`, { method: 'POST' });
  const event = { contractId: 'm-1', status: 'PAID', referenceId: 'r-1' };
  const sent = await fetch(observe.eventsUrl ?? '', { method: 'POST', body: JSON.stringify(event) });
  const { exitCode, stdout, stderr } = await observe.end('SIGTERM');

  expect([answerOfTrusted, unanswered, sent].map(({ status }) => status)).toEqual([200, 502, 200]);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining(`The report is in`)]);
  expect(stderr).toContain('Goes on after 2 exchanges of earlier runs. The report has what they showed.');
  expect(stderr).toContain('The host "legacy" gave no answer (ECONNREFUSED). Check --legacy-url.');
  expect(stdout).toContain('Observed 11 exchanges');
  expect([filesIn(store).length, filesIn(other).length]).toEqual([2, 1]);
  // The sandbox is as documented, so there is no overlay.
  expect(filesIn(folder)).toHaveLength(5);
  for (const file of filesIn(store)) expect(statSync(file).mode & 0o777).toBe(0o600);
  const written = [stdout, stderr, ...filesIn(folder).map((file) => readFileSync(file, 'utf8'))].join('\n');
  const secrets = ['canary', '96650000000', defaultCredentials.tokens.organization];
  expect(secrets.filter((secret) => written.includes(secret))).toEqual([]);
});

test('observe --har reads traffic that is there already, and writes its own files anew', async () => {
  const folder = temporaryFolder();
  const [html, json, proposal] = [join(folder, 'a.html'), join(folder, 'b.json'), join(folder, 'c.yaml')];
  const urls = Array.from({ length: 5 }, (_, index) => `https://contract.example/users/usr_${index}`);
  const har = writeHar(...urls, 'https://other.example/', 'https://other.example/');
  const broken = join(folder, 'broken.har');
  writeFileSync(broken, '{"log":{"entries":[canary');
  const from = ['--contract-url', 'https://contract.example', '--har', har];
  const to = ['--store', join(folder, 'store'), '--html', html, '--json', json, '--write-overlay', proposal];

  const first = await runCommand(['observe', ...from, ...to]);
  const second = await runCommand(['observe', ...from, broken, ...to]);

  expect([first.exitCode, first.stderr]).toEqual([
    0,
    expect.stringContaining(`${har}: 5 exchanges. 2 of other addresses are left out.\n`),
  ]);
  expect(first.stdout).toContain('Observed 5 exchanges,');
  expect([second.exitCode, second.stderr]).toEqual([1, expect.stringContaining('this is no JSON')]);
  expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ version: 1, exchanges: 10 });
  expect(readFileSync(html, 'utf8')).toMatch(/^<!doctype html>/);
  expect(readFileSync(proposal, 'utf8')).toMatch(/^# Proposed by observing the service\./);
  const written = filesIn(folder).filter((file) => file !== broken);
  const texts = written.map((file) => readFileSync(file, 'utf8'));
  expect([...texts, second.stdout, second.stderr].join('')).not.toContain('canary');
});

test('observe writes over no file that another wrote, that was edited since, or that it reads', async () => {
  const folder = temporaryFolder();
  const [html, json, proposal] = [join(folder, 'a.html'), join(folder, 'b.json'), join(folder, 'c.yaml')];
  const linked = join(folder, 'd.yaml');
  const findings = createFindings();
  const judge = createJudge();
  for (let call = 0; call < 5; call += 1) findings.add(judge(callOf('getUser', { answer: {} })));
  writeObservation(createObservationReport(findings), { html, json, writeOverlay: proposal });
  symlinkSync(proposal, linked);
  const run = (args: string[], variables = {}) =>
    runCommand(['observe', '--url', 'http://127.0.0.1:9', '--store', folder, ...args], variables);

  const refused = [
    await run(['--write-overlay', linked], { ESCROW_OVERLAY: proposal }),
    await run(['--html', json]),
    await run(['--json', html]),
  ];
  writeFileSync(proposal, readFileSync(proposal, 'utf8').replace(/\n$/, ' # mine\n'));
  refused.push(await run(['--write-overlay', proposal]));

  expect(refused.map(({ exitCode }) => exitCode)).toEqual([2, 2, 2, 2]);
  for (const { stderr } of refused) expect(stderr).toMatch(/[Gg]ive another name\./);
  expect(readFileSync(proposal, 'utf8')).toContain('# mine');
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
