import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { startSandbox } from '@escrow-kit/sandbox';
import { isSoak } from '@escrow-kit/suite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { preparePacts } from '../../src/pact-tools/prepare-pacts.ts';
import { basisOf } from '../../src/pacts/basis-of.ts';
import { allPacts } from '../support/filter-pacts.ts';
import { runPactCommand, variablesOf } from '../support/run-command.ts';
import { usersApiRequestsPerMinute } from '../support/sandbox-deployment.ts';
import { type StandInBroker, startStandInBroker } from '../support/start-stand-in-broker.ts';
import { verificationLimitInMs } from '../support/verify-by-pact.ts';

const folder = mkdtempSync(join(tmpdir(), 'contract-tests-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The commands of the README: each block in the section on brokers. */
const [publish = '', record = '', ask = ''] = [
  ...(readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
    .split('\n## ')
    .find((section) => section.startsWith('With a broker'))
    ?.matchAll(/```sh\n(.*?)```/gs) ?? []),
].map(([, commands = '']) => commands);

const stated = allPacts.flatMap(({ interactions }) => interactions.filter((one) => basisOf(one) === 'stated'));

/** Writes a report in which all checks held except these, by the start of their descriptions. */
function writeReport(file: string, others: Record<string, string> = {}): void {
  const interactions = stated.map(({ description }) => {
    const [, outcome = 'held'] = Object.entries(others).find(([start]) => description.startsWith(start)) ?? [];
    return { description, outcome };
  });
  writeFileSync(file, JSON.stringify({ interactions }));
}

const run = (file: string) => `exec '${process.execPath}' '${file}' "$@"`;
const source = (name: string) => join(import.meta.dirname, '../../src', name);
const require = createRequire(import.meta.url);
const pactBroker = require.resolve('@pact-foundation/pact-cli/bin/pact-broker.js');

/**
 * Stand-ins for the commands on a reader's machine: nothing is installed, and `npx` finds these. `pnpm soak` verifies a
 * sandbox; otherwise there is already a report.
 */
const ownCommands = {
  npm: 'exit 0',
  npx: 'exec "$@"',
  'contract-tests': isSoak ? run(source('command.ts')) : 'exit 0',
  'pact-broker': run(pactBroker),
  'contract-tests-pact': run(source('pact-command.ts')),
};

describe('the commands of the README', () => {
  let broker: StandInBroker;
  let printed: string;

  beforeAll(async () => {
    broker = await startStandInBroker('Bearer broker-token');
    const sandbox = await startSandbox();
    await sandbox.control.changeSettings({ usersApiRequestsPerMinute });
    for (const [name, commands] of Object.entries(ownCommands)) {
      writeFileSync(join(folder, name), `#!/bin/sh\n${commands}\n`, { mode: 0o755 });
    }
    writeReport(join(folder, 'report.json'));
    const script = [publish, record, ask]
      .join('\n')
      .replace('https://broker.example', broker.url)
      .replace('…', 'broker-token');
    const variables = {
      ...variablesOf(sandbox.credentials),
      ESCROW_URL: sandbox.url,
      ESCROW_CONTROL_URL: sandbox.url,
    };
    printed = await runScript(script, variables);
    await Promise.all([sandbox.close(), broker.close()]);
  }, verificationLimitInMs);

  test('publish the stated checks under the name of the integration', () => {
    const [client, webhooks] = [...preparePacts({ onlyStated: true }).values()].map(
      ({ interactions }) => interactions.length,
    );

    expect(Object.fromEntries(broker.published)).toEqual({
      'my-shop 1.4.0': client,
      'my-shop-webhooks 1.4.0': webhooks,
    });
  });

  test('record what was verified, and of which version', () => {
    const verified = { success: true, providerApplicationVersion: '2030-01-01' };

    expect(Object.fromEntries(broker.results), printed).toEqual({
      'my-shop 1.4.0': verified,
      'my-shop-webhooks 1.4.0': verified,
    });
    expect(broker.deployed).toEqual(new Set(['2030-01-01']));
  });

  test('may deploy then', () => {
    expect(printed.match(/Computer says yes/g)).toHaveLength(2);
  });
});

/** Runs shell commands in a new folder, up to the first that fails. Resolves with their output. */
function runScript(script: string, variables: Record<string, string>): Promise<string> {
  const env = { ...process.env, ...variables, PATH: [folder, process.env['PATH']].join(delimiter) };
  return new Promise((resolve, reject) => {
    execFile('sh', ['-eu', '-c', script], { env, cwd: folder }, (error, stdout, stderr) => {
      if (error) reject(new Error(stdout + stderr, { cause: error }));
      else resolve(stdout + stderr);
    });
  });
}

describe('record', () => {
  let broker: StandInBroker;

  beforeAll(async () => {
    broker = await startStandInBroker(`Basic ${btoa('reader:password-1')}`);
    broker.published.set('escrow-kit-client 1.0.0', 1).set('escrow-kit-webhooks 1.0.0', 1);
  });
  afterAll(() => broker.close());

  /** Runs it on a report in which all checks held except these. */
  function runRecord(others: Record<string, string>, { variables = {}, version = '1.0.0' } = {}) {
    const report = join(folder, 'other-report.json');
    writeReport(report, others);
    const args = ['record', '--report', report, '--consumer-version', version, '--provider-version', '7'];
    const login = { PACT_BROKER_USERNAME: 'reader', PACT_BROKER_PASSWORD: 'password-1' };
    return runPactCommand(args, { PACT_BROKER_BASE_URL: broker.url, ...login, ...variables });
  }

  test('records a failure if something stated is broken, and nothing if something was left out', async () => {
    const { exitCode, stdout } = await runRecord({ 'PARTY-3': 'broken', HOOK: 'not checkable' });

    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^escrow-kit-client 1\.0\.0: recorded as broken\nescrow-kit-webhooks: not recorded, \d of \d stated checks left out\n$/,
      ),
    ]);
    expect(Object.fromEntries(broker.results)).toEqual({
      'escrow-kit-client 1.0.0': { success: false, providerApplicationVersion: '7' },
    });
  });

  test.for([
    ['pacts that were not published', { version: '9.9.9' }, 'with 404. Publish the pacts of this version first.'],
    [
      'another password',
      { variables: { PACT_BROKER_PASSWORD: 'password-2' } },
      'with 401. Check PACT_BROKER_TOKEN, or',
    ],
    ['no broker', { variables: { PACT_BROKER_BASE_URL: '' } }, 'Set PACT_BROKER_BASE_URL to the http or https address'],
    [
      'a broker that is away',
      { variables: { PACT_BROKER_BASE_URL: 'http://127.0.0.1:9' } },
      'gave no answer (bad port). Check',
    ],
    [
      'a password in the address',
      { variables: { PACT_BROKER_BASE_URL: 'https://reader:password-2@broker.example' } },
      'Remove user name and password from PACT_BROKER_BASE_URL',
    ],
  ] as const)('says in one line what to do about %s', async ([, options, message]) => {
    const { exitCode, stdout, stderr } = await runRecord({}, options);

    expect([exitCode, stdout, stderr.split('\n').length]).toEqual([1, '', 2]);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('password-');
  });

  test('says how to write a report if the file is not one', async () => {
    const file = join(folder, 'other.json');
    writeFileSync(file, '[]');
    const versions = ['--consumer-version', '1', '--provider-version', '7'];

    const { exitCode, stderr } = await runPactCommand(['record', '--report', file, ...versions], {
      PACT_BROKER_BASE_URL: broker.url,
    });

    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('Write one with contract-tests verify --json')]);
  });
});
