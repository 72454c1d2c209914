import { expect, test } from 'vitest';
import { credentialNames } from '../../src/deployment/credentials.ts';
import type { Interaction } from '../../src/pacts/pact-document.ts';
import { operationOf } from '../../src/pacts/selection.ts';
import { stateCatalogue } from '../../src/states/catalogue.ts';
import { allInteractions } from '../support/pacts.ts';

const code = (text: string): string => `\`${text}\``;

function formatParameters(parameters: object): string {
  const texts = Object.entries(parameters).map(([name, choice]) => {
    const choices = Array.isArray(choice) ? choice.map((one) => code(String(one))).join(', ') : String(choice);
    return `${code(name)}: ${choices}`;
  });
  return texts.join('; ');
}

const stateOf = ({ providerStates = [] }: Interaction): string | undefined => providerStates[0]?.name;

/**
 * The refusals that a wrong id would cause as well, without a success of the same operation in the same state, which would fail
 * with it.
 */
function findUnguardedRefusals(): Interaction[] {
  const statusOf = ({ response }: Interaction) => response?.status ?? 0;
  const successes = allInteractions.filter((one) => statusOf(one) < 300);
  const isGuarded = (refusal: Interaction) =>
    successes.some((one) => operationOf(one) === operationOf(refusal) && stateOf(one) === stateOf(refusal));
  const isUnspecific = (one: Interaction) => statusOf(one) >= 400 && one.response?.body === undefined;
  return allInteractions.filter((one) => isUnspecific(one) && !isGuarded(one));
}

/** The states as a page for those who verify the pacts with other tools. */
function formatStates(): string {
  const sections = Object.entries(stateCatalogue).map(([name, { means, reachedBy, parameters, gives }]) => {
    const chosen = formatParameters(parameters);
    return [
      `## ${name}`,
      '',
      means,
      '',
      `- Reached by: ${reachedBy === 'calls' ? 'calls of the service' : "a sandbox's control API, or by hand"}`,
      ...(chosen === '' ? [] : [`- Parameters: ${chosen}`]),
      `- Gives: ${gives.length === 0 ? 'the credentials only' : gives.map(code).join(', ')}`,
    ].join('\n');
  });
  return `${introduction}\n${sections.join('\n\n')}\n`;
}

const introduction = `# The states of the pacts

Written by the tests; \`vitest run test/pacts/states-page -u\` writes it again.

Pact sends \`POST {"state": "a linked customer", "params": {}, "action": "setup"}\` before each request, and puts the values of the
answer into the request. Some verifiers send \`"action": "teardown"\` afterwards, which needs no values. The answer to a setup is one
JSON object with the content type \`application/json\`; Pact ignores any other one without a word. It has

1. the values of the state, listed below, such as \`milestoneId\`, and the credentials:
   ${credentialNames.map(code).join(', ')};
2. each value a second time, URL-encoded, under its name with \`InPath\`, such as \`milestoneIdInPath\`, for paths;
3. each parameter that is a template, with every \`\${…}\` in its JSON text, keys included, replaced by the value of that name.

\`\`\`text
gets:    {"state": "a milestone without parties",
          "params": {"itemPrice": 1000, "partiesByMilestone": {"\${milestoneId}": [{"phoneNumber": "\${buyerPhone}", …}]}}}
answers: {"contractId": "c_19", "contractIdInPath": "c_19", "milestoneId": "m_7", …, "buyerPhone": "+999000000017", …,
          "partiesByMilestone": {"m_7": [{"phoneNumber": "+999000000017", …}]}}
\`\`\`

If a state can't be set up, answer with a 4xx: Pact fails the check at once. After a 5xx it asks again for 15 seconds.

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
