import { readFile } from 'node:fs/promises';
import { openApiDocument, rules } from '@escrow-kit/spec';
import { formatSource } from '@escrow-kit/spec/schema-types';
import { withHostTable } from './host-table.ts';
import { ruleTextsSource } from './rule-texts.ts';
import { SchemaChecks } from './schema-checks.ts';
import { checkFunctions, serviceSource } from './service-source.ts';

const banner = '// Generated from spec/openapi.bundle.json by `pnpm generate`. Not to be edited.\n\n';

const copyBanner = '// Copied from spec/src/formats by `pnpm generate`. Not to be edited.\n\n';

/** The ids of all rules, as a type. An overlay adds none. */
const ruleIdSource = (): string =>
  `/** The id of a rule of the service, as \`spec/rules.md\` lists them. */
  export type RuleId = ${Object.keys(rules)
    .map((id) => `'${id}'`)
    .join(' | ')};`;

/** Generates the client's files from the current document: their addresses and texts. */
export async function generatedFiles(): Promise<{ url: URL; text: string }[]> {
  const checks = new SchemaChecks(openApiDocument);
  const utcTimestamp = new URL('../../../spec/src/formats/utc-timestamp.ts', import.meta.url);
  const hostsPage = new URL('../../../docs/guide/hosts-and-tokens.md', import.meta.url);
  const imports = [
    "import type { components, operations, paths } from '@escrow-kit/spec/schema';",
    "import type { Check } from '../rules/check.ts';",
    `import { ${checkFunctions.join(', ')} } from '../rules/functions.ts';`,
    "import type { PartyRoles } from '../rules/is-balanced.ts';",
    "import type { OperationFacts } from '../rules/operation-facts.ts';",
    "import type { RuleTexts } from '../rules/violation.ts';",
  ];
  return [
    {
      url: new URL('../src/generated/service.ts', import.meta.url),
      text:
        banner +
        formatSource(
          [...imports, ...serviceSource(checks, 'ServiceDocument'), ruleTextsSource(checks), ruleIdSource()].join('\n'),
        ),
    },
    {
      // The client does not depend on the document's package, so it gets a copy.
      url: new URL('../src/formats/utc-timestamp.ts', import.meta.url),
      text: copyBanner + (await readFile(utcTimestamp, 'utf8')),
    },
    { url: hostsPage, text: withHostTable(await readFile(hostsPage, 'utf8')) },
  ];
}
