import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { judge } from '../../src/judge/judge.ts';
import type { PactResult } from '../../src/judge/notes.ts';
import { type Interaction, type Pact, readPact } from '../../src/pacts/pact-document.ts';
import { rulesOf } from '../../src/pacts/rules-of.ts';
import { type StateName, stateCatalogue } from '../../src/states/catalogue.ts';
import { mutants } from '../mutants/mutants.ts';
import type { Mutant } from '../mutants/ways.ts';
import { startSecondService } from '../second-service/start-second-service.ts';
import { variations } from '../second-service/variation.ts';
import { allPacts } from '../support/pacts.ts';
import { startDeployment } from '../support/sandbox-deployment.ts';
import { startStates } from '../support/start-states.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Otherwise Pact reports each run to its makers.
process.env['PACT_DO_NOT_TRACK'] = 'true';

const [pact] = allPacts;
const packageFolder = join(import.meta.dirname, '../..');

/** The examples of the guide, as they are printed there. */
const [filterExample = '', example = ''] = [
  ...readFileSync(join(packageFolder, '../../docs/guide/pacts.md'), 'utf8').matchAll(/^```js\n(.*?)^```$/gms),
].map(([, code = '']) => code);

type Values = Record<string, unknown>;

/** Completes the values of a state, written from states.md alone. */
function toAnswer(values: Values, parameters: Values): Values {
  const filled = JSON.stringify(parameters).replaceAll(/\$\{(\w+)\}/g, (_, name: string) => String(values[name]));
  const inPaths = Object.entries(values).map(([name, value]) => [`${name}InPath`, encodeURIComponent(String(value))]);
  return { ...values, ...Object.fromEntries(inPaths), ...JSON.parse(filled) };
}

type OnFinished = (finish: () => void | Promise<void>) => void;

/** A service, the address that sets up its states, and a pact. */
interface Provider {
  url: string;
  statesUrl: string;
  file: string;
}

/** A sandbox with these rules, its states, and the client's pact with these interactions. */
async function start(
  { replace }: Pick<Mutant, 'replace'>,
  isWanted: (interaction: Interaction) => boolean,
  onTestFinished: OnFinished,
): Promise<Provider> {
  const { sandbox, deployment } = await startDeployment(replace);
  const statesUrl = await startStates(deployment, onTestFinished, toAnswer);
  const interactions = pact?.interactions.filter(isWanted);
  return { url: sandbox.url, statesUrl, file: write({ ...pact, interactions }, onTestFinished) };
}

/** Writes a pact, and returns its path. */
function write(content: object, onTestFinished: OnFinished): string {
  const file = join(temporaryFolder(onTestFinished), 'pact.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

/** Runs the guide's example, and returns what Pact reports. */
async function runExample({ url, statesUrl, file }: Provider): Promise<PactResult[]> {
  const code = example
    .replace('http://127.0.0.1:8080/states', statesUrl)
    .replace('http://127.0.0.1:8080', url)
    .replace('stated.json', file)
    // A failed verification is an error whose message is the results.
    .replace('await new', 'const verified = new')
    .concat('process.send(await verified.catch(({ message }) => message));', 'process.disconnect();');
  const child = spawn(process.execPath, ['--no-deprecation', '--input-type=module', '--eval', code], {
    cwd: packageFolder,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let text = '';
  child.on('message', (message) => {
    text = String(message);
  });
  await once(child, 'close');
  return (JSON.parse(text) as { interactionResults: PactResult[] }).interactionResults;
}

/** The failed interactions of a rule whose answer breaks that rule. A state that was not set up breaks none. */
function findKillers(results: readonly PactResult[], rule: string): string[] {
  return results.flatMap((result) => {
    const interaction = pact?.interactions.find(({ description }) => description === result.description);
    if (result.result === 'OK' || !interaction) return [];
    const notes = { problems: [], values: {} };
    const { problems } = judge(interaction, { notes, result, redact: (text) => text });
    return problems.some((problem) => problem.rule === rule) ? [result.description] : [];
  });
}

const unbroken = { replace: () => ({}) };
const all = () => true;

test('a sandbox that breaks no rule passes', async ({ onTestFinished }) => {
  const results = await runExample(await start(unbroken, all, onTestFinished));

  expect(results.filter(({ result }) => result !== 'OK')).toEqual([]);
  expect(results).toHaveLength(pact?.interactions.length ?? 0);
});

// As a refusal, a 5xx differs only from what is assumed, which Pact does not tell apart.
const refusing4xx = variations.filter(([, { refusalStatus }]) => refusalStatus < 500);

test.for(refusing4xx)('a service that %s passes', async ([, variation], { onTestFinished }) => {
  // Pact reads only application/json.
  const mediaType = 'application/json;charset=UTF-8';
  const { url, deployment, close } = await startSecondService({ ...variation, mediaType });
  onTestFinished(close);
  const statesUrl = await startStates(deployment, onTestFinished, toAnswer);
  const stated = await keepStated(onTestFinished);
  const interactions = stated.interactions.filter(isReachedByCalls);

  const results = await runExample({ url, statesUrl, file: write({ ...stated, interactions }, onTestFinished) });

  expect(results.filter(({ result }) => result !== 'OK')).toEqual([]);
  expect(results.length).toBeGreaterThan(20);
});

/** What the guide's filter writes. */
async function keepStated(onTestFinished: OnFinished): Promise<Pact> {
  const cwd = temporaryFolder(onTestFinished);
  const code = filterExample.replace('@escrow-kit/contract-tests', packageFolder);
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], { cwd });
  return readPact(join(cwd, 'stated.json'));
}

const isReachedByCalls = ({ providerStates = [] }: Interaction): boolean =>
  providerStates.every(({ name }) => stateCatalogue[name as StateName].reachedBy === 'calls');

/** Only `contract-tests verify` compares these values. */
const notCompared = [
  'names another parent for the milestones',
  'has a feePercentage but no fee',
  'has a fee that does not match feePercentage',
  'has the client_id of another client in the checkout URL',
];

test.for(mutants.filter(({ rule }) => /^(AUTH|MILESTONE|PARTY)-/.test(rule)))(
  '$rule a sandbox that $does is found, unless Pact does not compare what is wrong',
  async ({ rule, does, replace }, { onTestFinished }) => {
    const isOfRule = (interaction: Interaction) => rulesOf(interaction).includes(rule);
    const results = await runExample(await start({ replace }, isOfRule, onTestFinished));

    expect(findKillers(results, rule).length > 0).toBe(!notCompared.includes(does));
  },
);
