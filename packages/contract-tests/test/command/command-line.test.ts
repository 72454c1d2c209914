import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultCredentials } from '@escrow-kit/sandbox';
import { testCommandLine } from '@escrow-kit/suite/command-line';
import { expect, test } from 'vitest';
import { exitCodeOf } from '../../src/command-line/exit-code-of.ts';
import { runCommandLine } from '../../src/command-line/run-command-line.ts';
import { runCommand, variablesOf } from '../support/run-command.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const credentials = variablesOf(defaultCredentials);
const closedPort = 'http://127.0.0.1:9';

test('--help lists options and exit codes, and the README names no other option', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');

  const { exitCode, stdout } = await runCommand(['verify', '--help']);

  const documented = readme.split(/^## /m)[2]?.match(/--[a-z]+(-[a-z]+)*/g) ?? [];
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Exit codes: 0')]);
  expect(documented.filter((option) => !stdout.includes(` ${option} `))).toEqual([]);
  expect(documented.length).toBeGreaterThan(20);
});

testCommandLine({
  run: runCommandLine,
  name: 'contract-tests',
  helps: [[], ['verify'], ['observe']],
  misspelt: [
    [['verfy'], 'verify'],
    [['verify', '--ulr', 'x'], '--url'],
  ],
  refused: [
    [[], 'A command is missing.'],
    [['observe', 'extra'], 'too many arguments'],
    [['verify', '--timeout', 'x'], 'Give a whole number from 1 to 86400.'],
  ],
});

test('everything missing is listed at once, with option and variable', async () => {
  const { exitCode, stderr } = await runCommand(['verify', '--url', closedPort], { ESCROW_CLIENT_ID: 'client-1' });

  expect(exitCode).toBe(2);
  expect(stderr).toBe(
    'contract-tests: Missing: --organization-token (ESCROW_ORGANIZATION_TOKEN), --client-admin-token ' +
      '(ESCROW_CLIENT_ADMIN_TOKEN), --client-secret (ESCROW_CLIENT_SECRET). Give each as an option, or set its variable.\n',
  );
});

test.for<[args: string[], remedy: string]>([
  [['verify', '--url', 'ftp://service.example'], '--url is not an address that begins with http:// or https://.'],
  [['verify', '--url', 'https://me:s3cret@service.example'], '--url has a user, password or query.'],
  [['verify', '--url', '127.0.0.1:41447'], 'Write http://127.0.0.1:41447.'],
  [['verify', '--url', closedPort], `--url: ${closedPort} does not answer (`],
  [['verify', '--phone-prefix', '0500'], 'Give a plus and one to nine digits'],
  [['verify', '--api-key', ''], '--api-key is empty.'],
  [['verify', '--api-key', '--json'], '--api-key has no value.'],
  [['verify', '--concurrency', '33'], 'Give a whole number from 1 to 32.'],
  [['verify', 's3cret', 'rest of it'], 'too many arguments'],
  [['verify', '--junit', '/no/such/folder/report.xml'], "can't be written"],
  [['verify', '--json', '/'], 'is a folder'],
  [['verify', '--control-tenant', 't-1'], '--control-tenant (ESCROW_CONTROL_TENANT) is given without --control-url.'],
  [['verify', '--control-url', 'http://127.0.0.1:4020/dashboard'], '--control-url has a path.'],
  [['verify', '--rule', 'PARTY-33'], '--rule: there is no rule PARTY-33. Did you mean PARTY-3?'],
  [['verify', '--rule', 'PRTY-*'], '--rule: there is no rule PRTY-*. Did you mean PARTY-'],
  [['verify', '--operation', 'ADDPARTYS'], 'there is no checked operation ADDPARTYS. Did you mean addParties?'],
  [['verify', '--exclude', 'HOOK-11', 'x*'], 'there is no rule or operation HOOK-11, x*. Did you mean HOOK-1?'],
  [['verify', '--rule', 'XYZ-*'], '--rule: there is no rule XYZ-*. Run with only --list to see all.'],
  [['verify', '--rule', 'PARTY-3', '--exclude', 'party-3'], 'PARTY-3: excluded and asked for. Take it out of'],
  [['verify', '--operation', 'getUser', '--exclude', 'get*'], 'getUser: excluded and asked for.'],
  [['verify', '--rule', 'auth-7'], 'No check is left. Change --rule, --operation or'],
  [['verify', '--rule', 'PARTY-3', '--operation', 'getUser'], 'No check is left. Change --rule, --operation or'],
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

  expect(hosts.stderr).toContain(`--url: ${silent} does not answer (no answer in time).`);
  expect(control.stderr).toContain(`--control-url can't be used: No sandbox answers at ${silent}.`);
});

test('the command does not start against a server of files, and says so in a line', async () => {
  const url = await serve((_, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<html>'));

  const { exitCode, stdout, stderr } = await runCommand(['verify', '--url', url], credentials);

  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^contract-tests: This is not the service, .* Check the address and its path\.$/m);
});

test('a report of an earlier run is removed if this one does not start, but no device', async () => {
  const folder = temporaryFolder();
  const [file, link] = [join(folder, 'report.xml'), join(folder, 'null')];
  writeFileSync(file, '<testsuites/>');
  symlinkSync('/dev/null', link);

  await runCommand(['verify', '--url', closedPort, '--junit', file, '--json', link], credentials);

  expect(readdirSync(folder)).toEqual(['null']);
});

test('two credentials with the same value are told in a line', async () => {
  const same = { ESCROW_ORGANIZATION_TOKEN: 's3cret', ESCROW_CLIENT_ADMIN_TOKEN: 's3cret' };

  const { stderr } = await runCommand(['verify', '--url', closedPort], { ...credentials, ...same });

  expect(stderr).toMatch(/^--organization-token and --client-admin-token have the same value\. .*\n.*\n$/);
  expect(stderr).not.toContain('s3cret');
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
  expect(stderr).toContain('Add --yes');
  expect(new Set(paths)).toEqual(new Set(['/']));
});

test('--list lists every check with its operation and rules, without a deployment or credentials', async () => {
  const { exitCode, stdout } = await runCommand(['verify', '--list']);

  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^addParties +PARTY-3 a PROVIDER with isSender true is refused \(also AUTH-3, ERR-1\)$/m);
  expect(stdout).toMatch(/^contractEvent +HOOK-1 the event of PAID /m);
  expect(stdout).toMatch(/\n1\d\d checks\n$/);
});

test.for([
  [['--rule', 'party-3'], /^(addParties .*PARTY-3\b.*\n){3}3 checks\n$/],
  [['--rule', 'PARTY-[34]'], /^(addParties .*PARTY-[34]\b.*\n){8}8 checks\n$/],
  [['--operation', 'legacy*'], /^(legacy.*\n)+\d+ checks\n$/],
  [['--operation', 'addMilestones', '--exclude', 'MILESTONE-*', 'AUTH-*'], /^addMilestones +STATE-1 .*\n1 check\n$/],
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
