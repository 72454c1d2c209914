import { amountUnit, milestoneStates, openApiDocument, partyRoles } from '@escrow-kit/spec';
import { documentOrigins } from './document-origins.ts';
import { operationTableSource } from './operation-table.ts';
import { constantNameOf, type SchemaChecks } from './schema-checks.ts';
import { callOf, source } from './source.ts';

/** The functions that generated checks call. Through them alone the rules of the document reach a client. */
export const checkFunctions = [
  ...['choice', 'list', 'map', 'object', 'optional', 'required'],
  ...['internationalPhone', 'notEmpty', 'partiesBalance'],
  ...['anything', 'fixed', 'forbidden', 'number', 'oneOf', 'text', 'truthValue', 'wholeNumber'],
];

/** What overlays may not weaken. */
interface ProtectedParts {
  secretFields: readonly string[];
  documentOrigins: readonly string[];
}

/**
 * The checks, operations and origins of the current document, as TypeScript source without its imports.
 * @param typeName The name of the interface that holds all types of the document.
 * @param before What the document has without overlays, if it has any: they neither unmark a secret nor add an address that gets tickets.
 */
export function serviceSource(checks: SchemaChecks, typeName: string, before?: ProtectedParts): string[] {
  const table = operationTableSource(checks, typeName, before?.secretFields);
  const { RegisterCustomerRequest: registration } = openApiDocument.components.schemas;
  const phone = registration?.properties?.['phoneNumber'];
  // For the flows, which refer to registered users by phone: the same form as in the registration, but with its own rule.
  const participant = { 'x-rules': ['USER-1c'] };
  checks.constants.set('RegisteredPhone', phone ? checks.checkOf(phone, [participant]) : callOf('anything'));
  return [partiesSource(), schemaChecksSource(checks), table, documentOriginsSource(before?.documentOrigins)];
}

const partiesSource = (): string =>
  [
    '/** The roles of parties as the service spells them. */',
    `export const partyRoles: PartyRoles = ${source(partyRoles)};`,
    '/** What amounts count: `major` units with decimals, or whole `minor` units. */',
    `export const amountUnit: 'major' | 'minor' = ${source(amountUnit)};`,
    '/** The status of a new milestone as the service spells it. */',
    `export const initialStatus: string = ${source(milestoneStates[0])};`,
  ].join('\n');

/** The checks of the named schemas of requests, as TypeScript source. */
const schemaChecksSource = ({ constants }: SchemaChecks): string =>
  [...constants]
    .map(([name, check]) => `/** Checks a ${name}. */\nexport const ${constantNameOf(name)}: Check = ${check.text};`)
    .join('\n');

const documentOriginsSource = (before?: readonly string[]): string =>
  [
    '/** The origins in the document: those of its servers, and of the checkout in its examples. */',
    `export const documentOrigins: readonly string[] = ${source(documentOrigins(openApiDocument).filter((origin) => before?.includes(origin) ?? true))};`,
  ].join('\n');
