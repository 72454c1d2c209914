import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultCredentials } from '@escrow-kit/sandbox';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readCommandOptions } from '../../src/command-line/command-options.ts';
import { runVerify } from '../../src/command-line/verify-command.ts';
import { runCommand, variablesOf } from '../support/run-command.ts';

const credentials = variablesOf(defaultCredentials);
const closedPort = 'http://127.0.0.1:9';

/** Sets variables until the test ends. */
function setVariables(variables: Record<string, string>): void {
  onTestFinished(() => void vi.unstubAllEnvs());
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

/** Runs the command in this process. Each of these tests ends it before it does anything. */
async function run(args: string[], variables: Record<string, string>): Promise<number> {
  setVariables(variables);
  return runVerify(readCommandOptions(args));
}

const messageOf = (running: Promise<number>): Promise<string> =>
  running.then(
    (exitCode) => `ended with ${exitCode}`,
    (error: Error) => error.message,
  );

test('--help lists options, variables and exit codes', async () => {
  const { exitCode, stdout } = await runCommand(['verify', '--help']);

  expect(exitCode).toBe(0);
  for (const text of ['--contract-url', 'ESCROW_CLIENT_SECRET', '--yes', 'Exit codes: 0'])
    expect(stdout).toContain(text);
});

test('without a command it names one', async () => {
  expect(await messageOf(run([], {}))).toBe('A command is missing. Run with --help to see the commands.');
});

test('everything missing is listed at once, with option and variable', async () => {
  const { exitCode, stderr } = await runCommand(['verify', '--url', closedPort], { ESCROW_CLIENT_ID: 'client-1' });

  expect(exitCode).toBe(2);
  expect(stderr).toBe(
    'contract-tests: Missing: --organization-token (ESCROW_ORGANIZATION_TOKEN), --client-admin-token ' +
      '(ESCROW_CLIENT_ADMIN_TOKEN), --client-secret (ESCROW_CLIENT_SECRET). Give each as an option, or set its variable.\n',
  );
});

test.for([
  ['--url', 'ftp://service.example', '--url is not an address that begins with http:// or https://.'],
  ['--url', 'https://me:s3cret@service.example', '--url has a user, password or query.'],
  ['--phone-prefix', '0500', 'Give a plus and one to nine digits'],
  ['--phone-prefix', '+4477009001234', 'Give a plus and one to nine digits'],
  ['--api-key', '', '--api-key is empty.'],
  ['--concurrency', '33', 'Give a whole number from 1 to 32.'],
  ['--timeout', '0', 'Give a whole number from 1 to 86400.'],
  ['--run-timeout', '1.5', 'Give a whole number from 1 to 86400.'],
  ['--control', 'x', 'Run with --help to see the options.'],
  ['--organisation-token=s3cret', '', "unknown option '--organisation-token'"],
  ['s3cret', 'rest of it', 'too many arguments'],
  ['--api-key', '--json', '--api-key has no value.'],
  ['--html', '/no/such/folder/report.html', "can't be written"],
  ['--json', '/', 'is a folder'],
  ['--url', '127.0.0.1:41447', 'Write http://127.0.0.1:41447.'],
  ['--control-token', 's3cret', '--control-token (ESCROW_CONTROL_TOKEN) is given without --control-url.'],
  ['--control-tenant', 't-1', '--control-tenant (ESCROW_CONTROL_TENANT) is given without --control-url.'],
  ['--control-url', 'http://127.0.0.1:4020/dashboard', '--control-url has a path.'],
])('%s %s is refused with the remedy', async ([option = '', value = '', remedy = '']) => {
  const message = await messageOf(run(['verify', option, value], { ...credentials, ESCROW_URL: closedPort }));

  expect(message).toContain(remedy);
  expect(message).not.toContain('s3cret');
});

/** The address of a server. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a server that never answers is named after --timeout', async () => {
  const silent = await serve(() => {});
  const answering = await serve((_, response) => void response.end());

  const [hosts, control] = await Promise.all([
    messageOf(run(['verify', '--url', silent, '--timeout', '1'], credentials)),
    messageOf(run(['verify', '--url', answering, '--control-url', silent, '--timeout', '1'], credentials)),
  ]);

  expect(hosts).toContain(`--url: ${silent} does not answer (no answer in time).`);
  expect(control).toContain(`--control-url can't be used: No sandbox answers at ${silent}.`);
});

test("the option of a deployment that can't be reached is named before anything is created", async () => {
  const { exitCode, stderr, stdout } = await runCommand(['verify', '--url', closedPort], credentials);

  expect(exitCode).toBe(2);
  expect(stderr).toMatch(/--url: http:\/\/127\.0\.0\.1:9 does not answer \(/);
  expect(stdout).toBe('');
});

test('a report of an earlier run is removed if this one does not start, but no device', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'contract-tests-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [file, link] = [join(folder, 'report.xml'), join(folder, 'null')];
  writeFileSync(file, '<testsuites/>');
  symlinkSync('/dev/null', link);

  await messageOf(run(['verify', '--url', closedPort, '--junit', file, '--json', link], credentials));

  expect(readdirSync(folder)).toEqual(['null']);
});

test.for([
  [['--github', '--url', closedPort], {}],
  [['--github', '--concurrency', 'x%'], {}],
  [['--url', closedPort], { ESCROW_GITHUB: 'true' }],
] as const)('%j with %j annotates why it did not start', async ([args, variables]) => {
  const { exitCode, stdout, stderr } = await runCommand(['verify', ...args], { ...credentials, ...variables });

  const message = stderr
    .replace(/^contract-tests: /, '')
    .trimEnd()
    .replaceAll('%', '%25');
  expect([exitCode, stdout]).toEqual([2, `::error title=Contract tests::${message}\n`]);
});

test('two credentials with the same value are told in a line', async () => {
  const same = { ESCROW_ORGANIZATION_TOKEN: 's3cret', ESCROW_CLIENT_ADMIN_TOKEN: 's3cret' };

  const { stderr } = await runCommand(['verify', '--url', closedPort], { ...credentials, ...same });

  expect(stderr).toMatch(/^--organization-token and --client-admin-token have the same value\. .*\n.*\n$/);
  expect(stderr).not.toContain('s3cret');
});

test('--version prints the version', async () => {
  const { exitCode, stdout } = await runCommand(['--version']);

  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
});

test('ESCROW_YES=false is not an agreement', () => {
  setVariables({ ...credentials, ESCROW_YES: 'false' });

  expect(readCommandOptions(['verify', '--url', closedPort]).yes).toBe(false);
});

test('nothing is created elsewhere without an agreement', async ({ onTestFinished }) => {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    response.end();
  });
  // It can be reached, but it is not a loopback address.
  await new Promise<void>((resolve) => {
    server.listen(0, '0.0.0.0', resolve);
  });
  onTestFinished(() => void server.close());
  const url = `http://0.0.0.0:${(server.address() as AddressInfo).port}`;

  const { exitCode, stderr } = await runCommand(['verify', '--url', url], credentials);

  expect(exitCode).toBe(2);
  expect(stderr).toContain(`Creates test customers (+999…) and contracts in ${url}.`);
  expect(stderr).toContain('Add --yes');
  expect(new Set(paths)).toEqual(new Set(['/']));
});
