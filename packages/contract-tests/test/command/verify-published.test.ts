import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '@escrow-kit/sandbox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Pact } from '../../src/pacts/pact-document.ts';
import { runPactCommand } from '../support/run-command.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';
import { publishPacts, type StandInBroker, startStandInBroker } from '../support/start-stand-in-broker.ts';
import { startStates } from '../support/start-states.ts';

let broker: StandInBroker;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let statesUrl: string;

const afterwards: (() => void | Promise<void>)[] = [];

beforeAll(async () => {
  broker = await startStandInBroker('Bearer broker-token');
  sandbox = await startSandbox();
  statesUrl = await startStates(await deploymentOf(sandbox), (finish) => void afterwards.push(finish));
});

afterAll(async () => {
  await Promise.all([...afterwards.map((finish) => finish()), sandbox.close(), broker.close()]);
});

beforeEach(() => {
  broker.published.clear();
  broker.results.clear();
});

/** Publishes a pact of one interaction in the broker. */
function publish(consumer: string, branch?: string): Pact | undefined {
  return publishPacts(broker, { consumer, onlyStated: true, operations: ['createContract'] }, branch)[0];
}

/** The same, but the sandbox does not pass it. */
function publishTooMuch(consumer: string, branch?: string): void {
  const response = publish(consumer, branch)?.interactions[0]?.response;
  Object.assign(response ?? {}, { status: 299, matchingRules: {} });
}

const [, readmeCommand = ''] =
  readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8').match(
    /contract-tests-pact (verify-published .*?)\n```/s,
  ) ?? [];

/** Runs the command of the README, without work in progress, with these options besides. */
function verify(...options: string[]) {
  const args = readmeCommand
    .replace(' --wip-since 2030-01-01', '')
    .replace('http://127.0.0.1:8080/states', statesUrl)
    .replace('http://127.0.0.1:8080', sandbox.url)
    .split(/[\s\\]+/);
  return runPactCommand([...args, ...options], { PACT_BROKER_BASE_URL: broker.url, PACT_BROKER_TOKEN: 'broker-token' });
}

const successes = () => [...broker.results].map(([version, { success }]) => [version, success]);

test('verifies the pacts of main branches and records the results', async () => {
  publish('shop');
  publishTooMuch('work', 'feature');

  const { exitCode, stdout, stderr } = await verify();

  expect(exitCode, stdout + stderr).toBe(0);
  expect(broker.results.get('shop 1.0.0')).toMatchObject({ success: true, providerApplicationVersion: '2030-01-01' });
  expect(successes()).toEqual([['shop 1.0.0', true]]);
});

test('ends with 1 if a pact that was passed before fails', async () => {
  publishTooMuch('shop');
  broker.results.set('shop 1.0.0', { success: true, providerApplicationVersion: '6' });

  const { exitCode, stderr } = await verify();

  expect(stderr).toBe('contract-tests-pact: Not everything held, as printed above.\n');
  expect([exitCode, successes()]).toEqual([1, [['shop 1.0.0', false]]]);
});

test('ends with 0 if a pending pact or work in progress fails', async () => {
  publishTooMuch('shop');
  publishTooMuch('work', 'feature');

  const { exitCode, stdout, stderr } = await verify('--wip-since', '2030-01-01');

  expect(exitCode, stdout + stderr).toBe(0);
  expect(successes().sort()).toEqual([
    ['shop 1.0.0', false],
    ['work 1.0.0', false],
  ]);
});

test('takes selectors of its own', async () => {
  publish('shop');
  publish('work', 'feature');

  const { exitCode, stdout, stderr } = await verify('--selector', '{"branch": "feature"}');

  expect(exitCode, stdout + stderr).toBe(0);
  expect(successes()).toEqual([['work 1.0.0', true]]);
});

test('ends with 1 if the broker has no pacts', async () => {
  const { exitCode } = await verify();

  expect(exitCode).toBe(1);
});

test('verify leaves a broker alone that the environment names', async () => {
  const args = ['verify', '--provider-url', sandbox.url, '--states-url', statesUrl, '--only-stated'];

  const { exitCode, stdout, stderr } = await runPactCommand([...args, '--operation', 'createContract'], {
    PACT_BROKER_BASE_URL: 'http://127.0.0.1:9',
  });

  expect(exitCode, stdout + stderr).toBe(0);
});

test('verify of no call is no success', async () => {
  const args = ['verify', '--provider-url', sandbox.url, '--states-url', statesUrl, '--rule', 'HOOK-1'];

  const { exitCode, stderr } = await runPactCommand(args);

  expect([exitCode, stderr]).toEqual([1, expect.stringContaining('The options leave no HTTP call')]);
});

test.for([
  ['a selector that is not JSON', ['--selector', 'main'], '--selector is not a JSON object'],
  ['options of another command', ['--only-stated'], "unknown option '--only-stated'"],
] as const)('%s is a mistake', async ([, options, message]) => {
  const { exitCode, stderr } = await verify(...options);

  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
});
