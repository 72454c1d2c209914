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

/** The states as a page for those who verify the pacts with other tools. */
function formatStates(): string {
  const sections = Object.entries(stateCatalogue).map(([name, { means, reachedBy, parameters, gives }]) => {
    const chosen = Object.entries(parameters).map(
      ([parameter, choice]) =>
        `${code(parameter)}: ${typeof choice === 'string' ? choice : choice.map(code).join(', ')}`,
    );
    return [
      `## ${name}`,
      '',
      means,
      '',
      `- Reached by: ${reachedBy === 'calls' ? 'calls of the service' : "a sandbox's control API, or by hand"}`,
      ...(chosen.length > 0 ? [`- Parameters: ${chosen.join('; ')}`] : []),
      `- Gives: ${gives.length === 0 ? 'the credentials only' : gives.map(code).join(', ')}`,
    ].join('\n');
  });
  return `${introduction}\n${sections.join('\n\n')}\n`;
}

const introduction = `# The states of the pacts

Written by the tests; \`vitest run test/states/states-page -u\` writes it again.

\`contract-tests states\` sets up these states for [Pact's own verifier](../../docs/guide/pacts.md). For those who do it with code of
their own:

Pact sends \`POST {"state": "a linked customer", "params": {}, "action": "setup"}\` before each request, and puts the values of the
answer into the request. Some verifiers leave out \`params\` or \`action\`, or send null; some send \`"action": "teardown"\` afterwards, which
needs no values. The answer to a setup is one JSON object with the content type \`application/json\`; Pact ignores any other one without a
word. It has

1. the values of the state, listed below, such as \`milestoneId\`, and the credentials:
   ${credentialNames.map(code).join(', ')};
2. each value a second time, URL-encoded, under its name with \`InPath\`, such as \`milestoneIdInPath\`, for paths;
3. each parameter, with every \`\${…}\` in its JSON text, keys included, replaced by the value of that name. The kit's pacts need it for \`template\`.

\`\`\`text
gets:    {"state": "a milestone without parties",
          "params": {"itemPrice": 1000, "partiesByMilestone": {"\${milestoneId}": [{"phoneNumber": "\${buyerPhone}", …}]}}}
answers: {"contractId": "c_19", "contractIdInPath": "c_19", "milestoneId": "m_7", …, "buyerPhone": "+999000000017", …,
          "partiesByMilestone": {"m_7": [{"phoneNumber": "+999000000017", …}]}}
\`\`\`

If a state can't be set up, answer with a 4xx: Pact fails the check at once. After a 5xx it asks again, for up to two minutes.

**Refusals.** A request whose values were not put in is refused for another reason than the one of its check. Then the same
request made right, in the same state, is not served either, and that check fails. ${findUnguardedRefusals().length} refusals have no such check:
make sure that their states give their values.

${findUnguardedRefusals()
  .map((refusal) => `- ${refusal.description} (${stateOf(refusal)})`)
  .join('\n')}
`;

test('states.md is up to date', async () => {
  await expect(formatStates()).toMatchFileSnapshot('../../states.md');
});

test('every state of the catalogue is used', () => {
  const used = new Set(interactions.flatMap(({ providerStates = [] }) => providerStates.map(({ name }) => name)));

  expect([...used].sort()).toEqual(Object.keys(stateCatalogue).sort());
});
