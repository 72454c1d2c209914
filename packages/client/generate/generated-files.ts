import { openApiDocument } from '@escrow-kit/spec';
import { operationTableSource } from './operation-table.ts';
import { schemaTypes } from './schema-types.ts';

const banner = '// Generated from spec/openapi.bundle.json by `pnpm generate`. Not to be edited.\n\n';

/** The generated files of the client, from the document as it is now: their addresses and texts. */
export async function generatedFiles(): Promise<{ url: URL; text: string }[]> {
  const folder = new URL('../src/generated/', import.meta.url);
  return [
    { url: new URL('schema.ts', folder), text: banner + (await schemaTypes(openApiDocument)) },
    { url: new URL('operations.ts', folder), text: banner + operationTableSource(openApiDocument) },
  ];
}
