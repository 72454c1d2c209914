import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { startSandbox } from '@escrow-kit/sandbox';
import { isSoak } from '@escrow-kit/suite';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Interaction } from '../../src/pacts/pact-document.ts';
import { type StateName, stateCatalogue } from '../../src/states/catalogue.ts';
import { allPacts } from '../support/pacts.ts';
import { runPactCommand, variablesOf } from '../support/run-command.ts';
import { usersApiRequestsPerMinute } from '../support/sandbox-deployment.ts';
import { serve } from '../support/serve.ts';
import { publishPacts, type StandInBroker, startStandInBroker } from '../support/start-stand-in-broker.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { verificationLimitInMs } from '../support/verify-by-pact.ts';

const folder = temporaryFolder(afterAll);

/** The commands of the guide: each block in the section on brokers. */
const [publish = '', record = '', ask = ''] = [
  ...(readFileSync(join(import.meta.dirname, '../../../../docs/guide/pacts.md'), 'utf8')
    .split('\n## ')
    .find((section) => section.startsWith('With a broker'))
    ?.matchAll(/```sh\n(.*?)```/gs) ?? []),
].map(([, commands = '']) => commands);

const needsControl = ({ providerStates = [] }: Interaction): boolean =>
  providerStates.some(({ name }) => stateCatalogue[name as StateName].reachedBy === 'control');

/**
 * Writes the report of a deployment without a control API, in which all other checks held except these, by the start of their
 * descriptions.
 */
function writeReport(file: string, others: Record<string, string> = {}): void {
  const interactions = allPacts.flatMap((pact) =>
    pact.interactions.flatMap((interaction) => {
      const { description } = interaction;
      const [, other] = Object.entries(others).find(([start]) => description.startsWith(start)) ?? [];
      if (other === 'absent') return [];
      if (other === undefined && needsControl(interaction))
        return { description, outcome: 'not checkable', reason: { text: 'no control API' } };
      return { description, outcome: other ?? 'held' };
    }),
  );
  writeFileSync(file, JSON.stringify({ interactions: [...interactions, { description: ownCheck, outcome: 'held' }] }));
}

/** The description of a check in a pact of a consumer's own. */
const ownCheck = 'a contract is created; another one is created';

const run = (file: string) => `exec '${process.execPath}' '${file}' "$@"`;
const source = (name: string) => join(import.meta.dirname, '../../src', name);
const require = createRequire(import.meta.url);
const pactBroker = require.resolve('@pact-foundation/pact-cli/bin/pact-broker.js');

/**
 * Stand-ins for the commands on a reader's machine: nothing is installed, and `npx` finds these. `pnpm soak` verifies a
 * sandbox without its control API, like any deployment; otherwise there is already a report.
 */
const ownCommands = {
  npm: 'exit 0',
  npx: 'exec "$@"',
  'contract-tests': isSoak ? run(source('command.ts')) : 'exit 0',
  'pact-broker': run(pactBroker),
  'contract-tests-pact': run(source('pact-command.ts')),
};

describe('the commands of the guide', () => {
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
    printed = await runScript(script, { ...variablesOf(sandbox.credentials), ESCROW_URL: sandbox.url });
    await Promise.all([sandbox.close(), broker.close()]);
  }, verificationLimitInMs);

  test('publish the calls of the integration under its name, and say that events are left out', () => {
    const [name, published] = [...broker.published][0] ?? [];
    const operations = published?.interactions.map(
      ({ comments }) => comments?.references?.['OpenAPI']?.['operationId'],
    );

    expect([broker.published.size, name]).toEqual([1, 'my-shop 1.4.0']);
    expect(new Set(operations).size).toBe(8);
    expect(printed).toContain('my-shop-webhooks-escrow-contract-service.json is not written');
  });

  test('record what was verified, and of which version, without a control API', () => {
    expect(Object.fromEntries(broker.results), printed).toEqual({
      'my-shop 1.4.0': { success: true, providerApplicationVersion: '2030-01-01' },
    });
    expect(broker.deployed).toEqual(new Set(['2030-01-01']));
  });

  test('may deploy then', () => {
    expect(printed.match(/Computer says yes/g)).toHaveLength(1);
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
    publishPacts(broker, { consumer: 'shop' });
    publishPacts(broker, { consumer: 'caller', onlyCalls: true });
  });
  afterAll(() => broker.close());
  afterEach(() => broker.results.clear());

  /** Runs it on a report in which all checks held except these. */
  function runRecord(others: Record<string, string>, { variables = {}, consumer = 'shop', version = '1.0.0' } = {}) {
    const report = join(folder, 'other-report.json');
    writeReport(report, others);
    const versions = ['--consumer-version', version, '--provider-version', '7'];
    const login = { PACT_BROKER_USERNAME: 'reader', PACT_BROKER_PASSWORD: 'password-1' };
    return runPactCommand(['record', '--report', report, '--consumer', consumer, ...versions], {
      PACT_BROKER_BASE_URL: broker.url,
      ...login,
      ...variables,
    });
  }

  test('records a failure of a published check, names it, and ends with 1 if another pact was not checked', async () => {
    const { exitCode, stdout } = await runRecord({ 'STATE-1 a parent': 'broken' });

    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      /^shop 1\.0\.0 \(\d+ interactions\): recorded as failed\n {2}failed:\n {4}STATE-1 a parent contract starts CREATED\n {2}not checked:\n/,
    );
    expect(stdout).toMatch(
      /shop-webhooks 1\.0\.0 \(3 interactions\): not recorded\n {2}not checked:\n {4}HOOK-1 .*: no control API\n/,
    );
    expect(Object.fromEntries(broker.results)).toEqual({
      'shop 1.0.0': { success: false, providerApplicationVersion: '7' },
    });
  });

  test('judges only what was published', async () => {
    const { exitCode, stdout } = await runRecord(
      { 'PARTY-3 a PROVIDER with isSender true': 'broken' },
      { consumer: 'caller' },
    );

    expect([exitCode, stdout]).toEqual([
      0,
      expect.stringMatching(/^caller 1\.0\.0 \(\d+ interactions\): recorded as verified\n$/),
    ]);
    expect(broker.results.get('caller 1.0.0')?.success).toBe(true);
  });

  test.for([
    ['not checkable', 'a parent contract starts CREATED'],
    [undefined, 'a parent contract starts CREATED: it is not in the report'],
  ] as const)('records nothing, ends with 1 and names the check that is %s', async ([outcome, line]) => {
    const { exitCode, stdout } = await runRecord({ 'STATE-1 a parent': outcome ?? 'absent' }, { consumer: 'caller' });

    expect(exitCode).toBe(1);
    expect(stdout).toContain(`not recorded\n  not checked:\n    STATE-1 ${line}\n`);
    expect(broker.results.size).toBe(0);
  });

  test('judges checks of a pact of the consumer, whatever their descriptions', async () => {
    const [pact] = publishPacts(broker, { consumer: 'own', operations: ['createContract'] });
    if (pact) pact.interactions = pact.interactions.map((one) => ({ ...one, description: ownCheck }));

    const { exitCode, stdout } = await runRecord({}, { consumer: 'own' });

    expect([exitCode, stdout]).toEqual([0, 'own 1.0.0 (1 interaction): recorded as verified\n']);
  });

  test.for([
    [
      'pacts that were not published',
      { version: '9.9.9' },
      'has no pact of shop or shop-webhooks 9.9.9. Publish the pacts of this version first.',
    ],
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

  test('says that a server is no broker', async () => {
    const url = await serve((_, response) => void response.writeHead(404).end());

    const { exitCode, stderr } = await runRecord({}, { variables: { PACT_BROKER_BASE_URL: url } });

    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('PACT_BROKER_BASE_URL is no Pact broker. Check')]);
  });

  test('says how to write a report if the file is not one', async () => {
    const file = join(folder, 'other.json');
    writeFileSync(file, '[]');
    const versions = ['--consumer-version', '1', '--provider-version', '7'];

    const { exitCode, stderr } = await runPactCommand(['record', '--report', file, '--consumer', 'shop', ...versions], {
      PACT_BROKER_BASE_URL: broker.url,
    });

    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('Write one with contract-tests verify --json')]);
  });
});
