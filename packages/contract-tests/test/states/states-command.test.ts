import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { isSoak } from '@escrow-kit/tools';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { stateCatalogue } from '../../src/states/catalogue.ts';
import { startDeployment } from '../support/deployments.ts';
import { type CommandResult, runCommand, spawnCommand } from '../support/run-command.ts';

const packageFolder = join(import.meta.dirname, '../..');

/** Starts `contract-tests states` until the test ends, and waits for its address. */
async function startStates(args: string[], variables: Record<string, string> = {}) {
  let child: ChildProcess | undefined;
  const ended = spawnCommand(['states', ...args], variables, (started) => {
    child = started;
  });
  const stop = (): Promise<CommandResult> => {
    child?.kill('SIGTERM');
    return ended;
  };
  onTestFinished(() => void stop());
  const url = await new Promise<string>((resolve, reject) => {
    child?.stdout?.on('data', (line) => resolve(/providerStatesSetupUrl: (\S+)/.exec(String(line))?.[1] ?? ''));
    void ended.then(({ stderr }) => reject(new Error(stderr)));
  });
  return { url, stop };
}

/** The examples of the guide, as they are printed there: one runs Pact's verifier, one keeps what is stated of the package's pact. */
const [example = '', filterExample = ''] = [
  ...readFileSync(join(packageFolder, '../../docs/guide/pacts.md'), 'utf8').matchAll(/^```js\n(.*?)^```$/gms),
].map(([, code = '']) => code);

/** What Pact reports of an interaction. */
interface PactResult {
  description: string;
  result: 'OK' | 'Error';
  pending: boolean;
}

/** Runs the guide's example with these pacts, in a process of its own, because Pact prints. Returns what Pact reports. */
async function runExample(
  pacts: string[],
  { url, statesUrl }: { url: string; statesUrl: string },
): Promise<PactResult[]> {
  const code = example
    .replace('http://127.0.0.1:4030', statesUrl)
    .replace('http://127.0.0.1:4020', url)
    .replace("'shop-backend-escrow-contract-service.json'", JSON.stringify(pacts).slice(1, -1))
    // A failed verification is an error whose message is the results.
    .replace('await new', 'const verified = new')
    .concat('process.send(await verified.catch(({ message }) => message), () => process.disconnect());');
  const child = spawn(process.execPath, ['--no-deprecation', '--input-type=module', '--eval', code], {
    cwd: packageFolder,
    // Otherwise Pact reports each run to its makers.
    env: { ...process.env, PACT_DO_NOT_TRACK: 'true' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const printed = text(child.stderr as NonNullable<typeof child.stderr>);
  const failure = once(child, 'close').then(async () => Promise.reject(new Error(await printed)));
  const [results] = await Promise.race([once(child, 'message'), failure]);
  return (JSON.parse(String(results)) as { interactionResults: PactResult[] }).interactionResults;
}

test.runIf(isSoak)(
  "pacts of other languages are verified by Pact's own verifier, in a tenant that is gone afterwards",
  async () => {
    const { sandbox } = await startDeployment();
    const { url: statesUrl, stop } = await startStates(['--url', sandbox.url, '--control-url', sandbox.url]);

    // Each has its quirks: params that are null, an empty body of a GET, one description twice, two states, a form.
    const pacts = ['pact-jvm.json', 'pact-python.json'].map((file) => join(import.meta.dirname, file));
    const results = await runExample(pacts, { url: sandbox.url, statesUrl });

    expect(results.map(({ description, result, pending }) => [description, result, pending])).toEqual([
      ['a request for a user', 'OK', false],
      ['a request for a user', 'OK', false],
      ['a request for what the service does not have yet', 'Error', true],
      ['parties for a milestone', 'OK', false],
      ['a request for a ticket', 'OK', false],
    ]);
    expect(await stop()).toMatchObject({ exitCode: 0, stderr: '' });
    const { tenants } = await sandbox.control.tenants();
    expect(tenants.map(({ id }) => id)).toEqual(['default']);
    expect((await sandbox.control.users()).users).toEqual([]);
  },
);

test.runIf(isSoak)("what is stated of the package's pact is verified in the same way", async () => {
  const { sandbox } = await startDeployment();
  const { url: statesUrl } = await startStates(['--url', sandbox.url, '--control-url', sandbox.url]);
  const stated = join(temporaryFolder(), 'stated.json');
  const code = filterExample.replace("'stated.json'", JSON.stringify(stated));
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], { cwd: packageFolder });

  const results = await runExample([stated], { url: sandbox.url, statesUrl });

  expect(results.length).toBeGreaterThan(50);
  expect(results.filter(({ result }) => result !== 'OK')).toEqual([]);
});

test('--list shows each state with its parameters and values, and needs no deployment', async () => {
  const { exitCode, stdout } = await runCommand(['states', '--list']);

  expect(exitCode).toBe(0);
  expect(stdout.split('\n\n').map((section) => section.split('\n')[0])).toEqual(Object.keys(stateCatalogue));
  expect(stdout).toContain(
    [
      'a milestone of another client, without parties',
      '  A CREATED milestone of another client. Everyone is linked to both clients.',
      '  needs       a sandbox (--control-url)',
      '  parameters  itemPrice (number), partiesByMilestone (template)',
      '  values      contractId, milestoneId, buyerPhone, sellerPhone, brokerPhone, and the credentials',
    ].join('\n'),
  );
});
