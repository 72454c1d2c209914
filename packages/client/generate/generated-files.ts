import { readFile } from 'node:fs/promises';
import { openApiDocument, rules, type ServiceRule } from '@escrow-kit/spec';
import { documentOrigins } from './document-origins.ts';
import { withHostTable } from './host-table.ts';
import { operationTableSource } from './operation-table.ts';
import { constantNameOf, SchemaChecks } from './schema-checks.ts';
import { indented, source } from './source.ts';

const banner = '// Generated from spec/openapi.bundle.json by `pnpm generate`. Not to be edited.\n\n';

const copyBanner = '// Copied from spec/src/formats by `pnpm generate`. Not to be edited.\n\n';

/**
 * The functions that generated code may import, by module. Through them alone the rules of the document reach the client: a schema
 * becomes calls of these functions in `generated/schema-checks.ts`.
 */
const modules = {
  '../rules/containers.ts': ['choice', 'list', 'map', 'object', 'optional', 'required'],
  '../rules/named-tests.ts': ['internationalPhone', 'notEmpty', 'partiesBalance'],
  '../rules/values.ts': ['anything', 'fixed', 'forbidden', 'number', 'oneOf', 'text', 'truthValue', 'wholeNumber'],
};

/** A module as TypeScript source, with imports of the names that it uses. */
function moduleOf(text: string, importable: Record<string, readonly string[]>, types = ''): string {
  const code = text.replaceAll(/"(\\.|[^"\\])*"/g, '""');
  const imports = Object.entries(importable).map(([from, names]) => {
    const used = names.filter((name) => new RegExp(`\\b${name}\\b(?!:)`).test(code));
    return used.length > 0 ? `import { ${used.join(', ')} } from '${from}';\n` : '';
  });
  return banner + indented(`${imports.join('')}${types}\n${text}`);
}

/** The checks of the named schemas of requests, as TypeScript source. */
const schemaChecksSource = ({ constants }: SchemaChecks): string =>
  [...constants]
    .map(([name, check]) => `/** Checks a ${name}. */\nexport const ${constantNameOf(name)}: Check = ${check.text};`)
    .join('\n');

/** Whether only the service can check a rule, although the description does not state it. */
const isCheckedByServiceOnly = ([, { basis, heldBy }]: [string, ServiceRule]): boolean =>
  basis !== 'stated' && heldBy.includes('sandbox') && !heldBy.includes('client');

/** The words and the basis of the rules that the checks name, and of those that only the service checks, as TypeScript source. */
function ruleTextsSource({ ruleIds }: SchemaChecks): string {
  const checkedByService = Object.entries(rules).filter(isCheckedByServiceOnly);
  const ids = new Set([...ruleIds, ...checkedByService.map(([id]) => id)]);
  const entries = [...ids].sort().map((id) => {
    const rule = rules[id];
    if (!rule) throw new Error(`The document names the rule "${id}", which does not exist.`);
    return [id, { text: rule.text, basis: rule.basis }];
  });
  return [
    '/** The id of a rule of the service, as `spec/rules.md` lists them. */',
    `export type RuleId = ${Object.keys(rules)
      .map((id) => `'${id}'`)
      .join(' | ')};`,
    '/** The words and the basis of the rules that are checked before a call is sent, and of those that only the service checks. */',
    `export const ruleTexts: RuleTexts = ${source(Object.fromEntries(entries))};`,
  ].join('\n');
}

const documentOriginsSource = (): string =>
  [
    '/** The origins in the document: those of its servers, and of the checkout in its examples. */',
    `export const documentOrigins: readonly string[] = ${source(documentOrigins(openApiDocument))};`,
  ].join('\n');

/** Generates the client's files from the current document: their addresses and texts. */
export async function generatedFiles(): Promise<{ url: URL; text: string }[]> {
  const folder = new URL('../src/generated/', import.meta.url);
  const utcTimestamp = new URL('../../../spec/src/formats/utc-timestamp.ts', import.meta.url);
  const hostsPage = new URL('../../../docs/guide/hosts-and-tokens.md', import.meta.url);
  const checks = new SchemaChecks(openApiDocument);
  const table = operationTableSource(openApiDocument, checks);
  const { RegisterCustomerRequest: registration } = openApiDocument.components.schemas;
  const phone = registration?.properties?.['phoneNumber'];
  // For the flows, which refer to registered users by phone: the same form as in the registration, but with its own rule.
  const participant = { 'x-rules': ['USER-1c'] };
  if (phone) checks.constants.set('RegisteredPhone', checks.checkOf(phone, [participant]));
  const types = [
    "import type { OperationFacts } from '../rules/operation-facts.ts';",
    "import type { operations, paths } from '@escrow-kit/spec/schema';",
  ];
  const constants = [...checks.constants.keys()].map(constantNameOf);
  return [
    {
      url: new URL('schema-checks.ts', folder),
      text: moduleOf(schemaChecksSource(checks), modules, "import type { Check } from '../rules/check.ts';"),
    },
    {
      url: new URL('operations.ts', folder),
      text: moduleOf(table, { ...modules, './schema-checks.ts': constants }, types.join('\n')),
    },
    { url: new URL('document-origins.ts', folder), text: moduleOf(documentOriginsSource(), {}) },
    {
      url: new URL('rule-texts.ts', folder),
      text: moduleOf(ruleTextsSource(checks), {}, "import type { RuleTexts } from '../rules/violation.ts';"),
    },
    {
      // The client does not depend on the document's package, so it gets a copy.
      url: new URL('../src/formats/utc-timestamp.ts', import.meta.url),
      text: copyBanner + (await readFile(utcTimestamp, 'utf8')),
    },
    { url: hostsPage, text: withHostTable(await readFile(hostsPage, 'utf8')) },
  ];
}
