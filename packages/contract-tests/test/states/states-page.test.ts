import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { credentialNames } from '../../src/deployment/deployment.ts';
import { type Interaction, isRefusal, operationOf, readKitPacts } from '../../src/pacts/pacts.ts';
import { stateCatalogue } from '../../src/states/catalogue.ts';

const interactions = readKitPacts().flatMap((pact) => pact.interactions);

const code = (text: string): string => `\`${text}\``;

const stateOf = ({ providerStates = [] }: Interaction): string | undefined => providerStates[0]?.name;

/**
 * The refusals that a wrong id would cause as well, without a success of the same operation in the same state, which would fail
 * with it.
 */
function findUnguardedRefusals(): Interaction[] {
  const refusals = interactions.filter((one) => isRefusal(one) && one.response?.body === undefined);
  const successes = interactions.filter((one) => !isRefusal(one));
  return refusals.filter(
    (refusal) =>
      !successes.some((one) => operationOf(one) === operationOf(refusal) && stateOf(one) === stateOf(refusal)),
  );
}

/** The states, for readers who set them up with their code. */
const sections = Object.entries(stateCatalogue).map(([name, { means, reachedBy, parameters, gives }]) => {
  const chosen = Object.entries(parameters).map(
    ([parameter, choice]) => `${code(parameter)}: ${typeof choice === 'string' ? choice : choice.map(code).join(', ')}`,
  );
  const facts = [
    ...(reachedBy === 'control' ? ['- Needs a sandbox'] : []),
    ...(chosen.length > 0 ? [`- Parameters: ${chosen.join('; ')}`] : []),
    ...(gives.length > 0 ? [`- Values: ${gives.map(code).join(', ')}`] : []),
  ];
  return [`## ${name}`, means, facts.join('\n')].filter(Boolean).join('\n\n');
});

test('states.md is up to date', async () => {
  const page = new URL('../../states.md', import.meta.url);
  const refusals = findUnguardedRefusals().map((refusal) => `- ${stateOf(refusal)}`);
  const [introduction = ''] = readFileSync(page, 'utf8').split(/^(?:- (?:a|the) .*|## .*)$/m);

  expect(introduction).toContain(`${refusals.length} refusals have no such check`);
  for (const name of credentialNames) expect(introduction).toContain(code(name));
  await expect(
    [introduction.trimEnd(), '', refusals.join('\n'), '', sections.join('\n\n'), ''].join('\n'),
  ).toMatchFileSnapshot(fileURLToPath(page));
});

test('every state of the catalogue is used', () => {
  const used = new Set(interactions.flatMap(({ providerStates = [] }) => providerStates.map(({ name }) => name)));

  expect([...used].sort()).toEqual(Object.keys(stateCatalogue).sort());
});
