import { readFileSync, writeFileSync } from 'node:fs';
import { setGlobalProxyFromEnv } from 'node:http';
import { join } from 'node:path';
import { defaultCredentials } from '@escrow-kit/sandbox';
import { testCommandLine } from '@escrow-kit/tools/command-line';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { runCommandLine } from '../../src/command-line/run-command-line.ts';
import { exitCodeOf } from '../../src/command-line/verify-command.ts';
import { serve } from '../support/deployments.ts';
import { runCommand, variablesOf } from '../support/run-command.ts';

const credentials = variablesOf(defaultCredentials);
const closedPort = 'http://127.0.0.1:9';

test.for(['verify', 'observe', 'states'])('the README names no option that %s --help does not list', async (name) => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const section = readme.split(/^## /m).find((text) => text.toLowerCase().startsWith(name)) ?? '';

  const { exitCode, stdout } = await runCommand([name, '--help']);

  const documented = section.match(/(?<=`)--[a-z]+(-[a-z]+)*/g) ?? [];
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Exit codes: 0')]);
  expect(documented.filter((option) => !stdout.includes(` ${option} `))).toEqual([]);
  expect(documented.length).toBeGreaterThan(0);
});

testCommandLine({
  run: runCommandLine,
  name: 'contract-tests',
  helps: [[], ['verify'], ['observe'], ['states']],
  misspelt: [
    [['verfy'], 'verify'],
    [['verify', '--ulr', 'x'], '--url'],
  ],
  refused: [
    [[], 'A command is missing.'],
    [['observe', 'extra'], 'too many arguments'],
    [['verify', '--timeout', 'x'], 'Give a whole number from 1 to 86400.'],
    [['verify'], 'Missing: --url (ESCROW_URL), or the address of a host, such as --contract-url.'],
    [['states'], 'Missing: --url (ESCROW_URL), or the address of a host, such as --contract-url.'],
  ],
});

test.for<[args: string[], remedy: string]>([
  [['verify', '--url', 'ftp://service.example'], '--url must begin with http:// or https://.'],
  [['verify', '--url', 'https://me:s3cret@service.example'], '--url has a user, password or query.'],
  [['verify', '--url', closedPort], `${closedPort} does not answer (`],
  [['verify', '--phone-prefix', '0500'], 'Give a plus and one to nine digits'],
  [['verify', '--api-key', ''], '--api-key is empty.'],
  [['verify', '--api-key', '--json'], '--api-key has no value.'],
  [['verify', 's3cret', 'rest of it'], 'too many arguments'],
  [['verify', '--junit', '/no/such/folder/report.xml'], 'Cannot write'],
  [['verify', '--control-tenant', 't-1'], '--control-token and --control-tenant need --control-url'],
  [['verify', '--rule', 'PARTY-33'], '--rule: there is no PARTY-33. Run with only --list to see all.'],
  [['verify', '--operation', 'ADDPARTYS'], '--operation: there is no ADDPARTYS.'],
  [['verify', '--exclude', 'HOOK-11', 'x*'], '--exclude: there is no HOOK-11, x*.'],
  [['verify', '--rule', 'PARTY-3', '--exclude', 'party-3'], 'No check is selected. Change --rule, --operation or'],
  [['verify', '--rule', 'auth-7'], 'No check is selected. Change --rule, --operation or'],
])('%j is refused in a line, with the remedy', async ([args, remedy]) => {
  const { exitCode, stdout, stderr } = await runCommand(args, { ESCROW_URL: closedPort, ...credentials });

  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^contract-tests: .*\n$/);
  expect(stderr).toContain(remedy);
  expect(stderr).not.toContain('s3cret');
});

test('a server that never answers is named after --timeout', async () => {
  const silent = await serve(() => {});
  const answering = await serve((_, response) => void response.end());

  const hosts = await runCommand(['verify', '--url', silent, '--timeout', '1'], credentials);
  const control = await runCommand(
    ['verify', '--url', answering, '--control-url', silent, '--timeout', '1'],
    credentials,
  );

  expect(hosts.stderr).toContain(`${silent} does not answer (no answer in time).`);
  expect(control.stderr).toContain(`--control-url cannot be used: No sandbox answers at ${silent}.`);
});

test('a proxy that does not answer is named, and not the deployment', async () => {
  const answering = await serve((_, response) => void response.end());
  onTestFinished(setGlobalProxyFromEnv({ http_proxy: closedPort }));

  const { exitCode, stderr } = await runCommand(['verify', '--url', answering], credentials);

  const reason = 'the proxy at 127.0.0.1:9 does not answer; check HTTP_PROXY and NO_PROXY';
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`${answering} does not answer (${reason}).`)]);
});

test('a report of an earlier run is emptied if this one does not start', async () => {
  const file = join(temporaryFolder(), 'report.xml');
  writeFileSync(file, '<testsuites/>');

  await runCommand(['verify', '--url', closedPort, '--junit', file], credentials);

  expect(readFileSync(file, 'utf8')).toBe('');
});

test('nothing is created elsewhere without an agreement, which ESCROW_YES=false is not', async () => {
  const paths: (string | undefined)[] = [];
  const server = await serve(({ url }, response) => {
    paths.push(url);
    response.end();
  });
  // It reaches this machine, but it is not a loopback address.
  const url = server.replace('127.0.0.1', '0.0.0.0');

  const { exitCode, stderr } = await runCommand(['verify', '--url', url], { ...credentials, ESCROW_YES: 'false' });

  expect(exitCode).toBe(2);
  expect(stderr).toContain(`Creates test customers (+999…) and contracts in ${url}.`);
  expect(stderr).toContain('Does not pay or delete. The service may text those numbers.');
  expect(stderr).toContain('Add --yes');
  expect(new Set(paths)).toEqual(new Set(['/']));
});

test('--list lists every check with its operation, without a deployment or credentials', async () => {
  const { exitCode, stdout } = await runCommand(['verify', '--list']);

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^addParties +PARTY-3 .*isSender.*$/m);
  expect(stdout).toMatch(/^contractEvent +HOOK-1 the event of PAID /m);
  expect(stdout).toMatch(/\n\d\d\d checks\n$/);
});

test.for([
  [['--rule', 'party-3'], /^(addParties +PARTY-3 .*\n)+\d+ checks?\n$/],
  [['--rule', 'PARTY-[34]'], /^(addParties +PARTY-[34] .*\n)+\d+ checks\n$/],
  [['--operation', 'legacy*'], /^(legacy.*\n)+\d+ checks\n$/],
  [
    ['--operation', 'addMilestones', '--exclude', 'MILESTONE-*', 'AUTH-*'],
    /^((?!.*(MILESTONE|AUTH)-)addMilestones .*\n)+\d+ checks?\n$/,
  ],
] as const)('%j selects by globs, in any case', async ([args, expected]) => {
  expect((await runCommand(['verify', '--list', ...args])).stdout).toMatch(expected);
});

test.for([
  ['held', 'assumed', 0],
  ['broken', 'stated', 1],
  ['incomplete', 'stated', 1],
  ['not checkable', 'stated', 1],
  ['implied: differs', 'stated', 0],
  ['implied: differs', 'implied', 1],
  ['assumed: differs', 'implied', 0],
  ['assumed: differs', 'assumed', 1],
] as const)('the result %s with --strict=%s ends with %i', ([result, strict, exitCode]) => {
  expect(exitCodeOf(result, strict)).toBe(exitCode);
});
