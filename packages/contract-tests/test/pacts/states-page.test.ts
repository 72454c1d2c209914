import { expect, test } from 'vitest';
import { credentialNames } from '../../src/deployment/credentials.ts';
import { stateCatalogue } from '../../src/states/catalogue.ts';

const code = (text: string): string => `\`${text}\``;

function formatParameters(parameters: object): string {
  const texts = Object.entries(parameters).map(([name, choice]) => {
    const choices = Array.isArray(choice) ? choice.map((one) => code(String(one))).join(', ') : String(choice);
    return `${code(name)}: ${choices}`;
  });
  return texts.join('; ');
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

Each state gives the values that requests name, such as \`\${milestoneId}\`. Besides the values below, each gives
${credentialNames.map(code).join(', ')}.
Each value is given twice: as it is, and URL-encoded under its name with \`InPath\`, for paths.
`;

test('states.md is up to date', async () => {
  await expect(formatStates()).toMatchFileSnapshot('../../states.md');
});
