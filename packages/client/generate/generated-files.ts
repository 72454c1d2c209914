import { readFile } from 'node:fs/promises';
import { getOperation, openApiDocument, rules, type Server, type ServiceRule } from '@escrow-kit/spec';
import { documentSource } from './document-source.ts';
import { formatSource, schemaTypes } from './schema-types.ts';
import { source } from './source.ts';

const banner = '// Generated from spec/openapi.bundle.json by `pnpm generate`. Not to be edited.\n\n';

/** Generates the client's files from the current document: their addresses and texts. */
export async function generatedFiles(): Promise<{ url: URL; text: string }[]> {
  const utcTimestamp = new URL('../../../spec/src/formats/utc-timestamp.ts', import.meta.url);
  return [
    {
      url: new URL('../src/generated/schema.ts', import.meta.url),
      text: banner + (await schemaTypes(openApiDocument)),
    },
    { url: new URL('../src/generated/service.ts', import.meta.url), text: banner + formatSource(serviceSource()) },
    {
      // The client does not depend on the document's package, so it gets a copy.
      url: new URL('../src/formats/utc-timestamp.ts', import.meta.url),
      text: `// Copied from spec/src/formats by \`pnpm generate\`. Not to be edited.\n\n${await readFile(utcTimestamp, 'utf8')}`,
    },
  ];
}

/** What a project's file has, and what no other document changes: the rules, and the addresses that may receive a ticket. */
function serviceSource(): string {
  const { text, unchecked } = documentSource('ServiceDocument');
  if (unchecked.length > 0) throw new Error(`The client has no check for ${unchecked.join(' and ')}.`);
  const told = Object.entries(rules).filter(([id, rule]) => text.includes(`"${id}"`) || isCheckedByServiceOnly(rule));
  const ruleTexts = Object.fromEntries(told.map(([id, rule]) => [id, { text: rule.text, basis: rule.basis }]));
  return `import * as kit from '../rules/functions.ts';
import type { components, operations, paths } from './schema.ts';
${text}
/** The origins in the document: those of its servers, and of the checkout in its examples. */
export const documentOrigins: readonly string[] = ${source(documentOrigins())};
/** The words and the basis of the rules that are checked before a call is sent, and of those that only the service checks. */
export const ruleTexts: kit.RuleTexts = ${source(ruleTexts)};
/** The id of a rule of the service, as \`spec/rules.md\` lists them. */
export type RuleId = ${Object.keys(rules)
    .map((id) => `'${id}'`)
    .join(' | ')};
`;
}

/** Whether only the service can check a rule, although the description does not state it. */
const isCheckedByServiceOnly = ({ basis, heldBy }: ServiceRule): boolean =>
  basis !== 'stated' && heldBy.includes('sandbox') && !heldBy.includes('client');

/** The address of a server, with the defaults of its variables. */
const addressOf = ({ url, variables }: Server): string =>
  url.replaceAll(/\{(.+?)\}/g, (_, name: string) => variables[name]?.default ?? '');

function documentOrigins(): string[] {
  const servers = Object.values(openApiDocument.paths).flatMap((path) => path.servers ?? []);
  const examples = getOperation('startPayment').responses[200]?.content?.['application/json']?.examples ?? {};
  const checkouts = Object.values(examples).map(({ value }) => String(Object(value).data));
  const origins = [...servers.map(addressOf), ...checkouts].map((address) => new URL(address).origin);
  return [...new Set(origins)].sort();
}
