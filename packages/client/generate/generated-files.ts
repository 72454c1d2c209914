import { readFile } from 'node:fs/promises';
import { rules } from '@escrow-kit/spec';
import { documentSource } from './document-source.ts';
import { schemaTypes } from './schema-types.ts';
import { formatSource, source } from './source.ts';

const banner = '// Generated from spec by `pnpm generate`. Not to be edited.\n\n';

const urlOf = (path: string): URL => new URL(`../${path}`, import.meta.url);

/** Generates the client's files from the current document: their addresses and texts. */
export async function generatedFiles(): Promise<{ url: URL; text: string }[]> {
  const formats = await readFile(urlOf('../../spec/src/validator/formats.ts'), 'utf8');
  return [
    { url: urlOf('src/generated/schema.ts'), text: banner + (await schemaTypes()) },
    { url: urlOf('src/generated/service.ts'), text: banner + formatSource(serviceSource()) },
    // The client does not depend on the document's package, so it gets a copy.
    { url: urlOf('src/generated/formats.ts'), text: banner + formats },
  ];
}

/** What a project's file has, and the rules. */
function serviceSource(): string {
  const { text, unchecked } = documentSource();
  if (unchecked.length > 0) throw new Error(`The client has no check for ${unchecked.join(' and ')}.`);
  const included = Object.entries(rules).filter(([id, { basis, heldBy }]) => {
    const isServiceOnly = heldBy.includes('sandbox') && !heldBy.includes('client');
    return text.includes(`"${id}"`) || (isServiceOnly && basis !== 'stated');
  });
  const ruleTexts = Object.fromEntries(included.map(([id, rule]) => [id, { text: rule.text, basis: rule.basis }]));
  const ids = Object.keys(rules).map((id) => `'${id}'`);
  return `import * as kit from '../rules.ts';
import type { components, operations, paths } from './schema.ts';
${text}
/** The words and the basis of the rules that are checked before a call is sent, and of those that only the service checks. */
export const ruleTexts: kit.RuleTexts = ${source(ruleTexts)};
/** The ID of a rule of the service, as \`spec/rules.md\` lists them. */
export type RuleId = ${ids.join(' | ')};
`;
}
