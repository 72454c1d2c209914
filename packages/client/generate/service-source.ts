import { openApiDocument, rules, type ServiceRule } from '@escrow-kit/spec';
import { documentOrigins } from './document-origins.ts';
import { operationTableSource } from './operation-table.ts';
import { constantNameOf, SchemaChecks } from './schema-checks.ts';
import { source } from './source.ts';

/** The functions that generated checks call. Through them alone the rules of the document reach a client. */
export const checkFunctions = [
  ...['choice', 'list', 'map', 'object', 'optional', 'required'],
  ...['internationalPhone', 'notEmpty', 'partiesBalance'],
  ...['anything', 'fixed', 'forbidden', 'number', 'oneOf', 'text', 'truthValue', 'wholeNumber'],
];

/**
 * Everything that a client knows of the current document, as TypeScript source without its imports.
 * @param typeName The name of the interface that holds all types of the document.
 */
export function serviceSource(typeName: string): string {
  const checks = new SchemaChecks(openApiDocument);
  const table = operationTableSource(openApiDocument, checks, typeName);
  const { RegisterCustomerRequest: registration } = openApiDocument.components.schemas;
  const phone = registration?.properties?.['phoneNumber'];
  // For the flows, which refer to registered users by phone: the same form as in the registration, but with its own rule.
  const participant = { 'x-rules': ['USER-1c'] };
  if (phone) checks.constants.set('RegisteredPhone', checks.checkOf(phone, [participant]));
  return [schemaChecksSource(checks), table, ruleTextsSource(checks), documentOriginsSource()].join('\n');
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
    '/** The words and the basis of the rules that are checked before a call is sent, and of those that only the service checks. */',
    `export const ruleTexts: RuleTexts = ${source(Object.fromEntries(entries))};`,
  ].join('\n');
}

const documentOriginsSource = (): string =>
  [
    '/** The origins in the document: those of its servers, and of the checkout in its examples. */',
    `export const documentOrigins: readonly string[] = ${source(documentOrigins(openApiDocument))};`,
  ].join('\n');
