import { type OpenApiDocument, openApiDocument, type Schema } from '@escrow-kit/spec';

const banner = '// Generated from spec/openapi.bundle.json by `pnpm generate`. Do not edit.\n\n';

/** The generated file: where it is, and its text from the current document. */
export function generatedFile(): { url: URL; text: string } {
  return {
    url: new URL('../src/generated/contract-event.ts', import.meta.url),
    text: banner + contractEventSource(openApiDocument),
  };
}

/** The header, statuses and fields of an event in the document. */
function contractEventSource(document: OpenApiDocument): string {
  const paid = schemaOf(document, 'PaidContractEvent');
  const statuses = [paid, schemaOf(document, 'OtherContractEvent')].flatMap(knownStatuses);
  return [
    '/** The header that signs a request (HOOK-2). */',
    `export const signatureHeader = '${signatureHeader(document)}';`,
    '',
    '/** The statuses that the service reports (HOOK-5). */',
    `export const knownStatuses = ${JSON.stringify(statuses)} as const;`,
    '',
    '/** The fields of a body that are shown. PAID has all of them; other events surely have a status (HOOK-1, HOOK-8). */',
    `export type BodyField = ${union(Object.keys(paid.properties ?? {}))};`,
    '',
  ].join('\n');
}

function signatureHeader(document: OpenApiDocument): string {
  const [parameter] = document['x-webhooks']['contractEvent']?.post?.parameters ?? [];
  if (!parameter || '$ref' in parameter) throw new Error('The webhook contractEvent needs a header parameter first.');
  return parameter.name;
}

function schemaOf(document: OpenApiDocument, name: string): Schema {
  const schema = document.components.schemas[name];
  if (!schema) throw new Error(`The document has no schema "${name}".`);
  return schema;
}

function knownStatuses({ properties }: Schema): string[] {
  const status = properties?.['status'];
  const values = status?.enum ?? status?.['x-known-values'];
  if (!values) throw new Error('The status of an event needs an enum or x-known-values.');
  return values.map(String);
}

const union = (names: string[]): string => names.map((name) => `'${name}'`).join(' | ');
