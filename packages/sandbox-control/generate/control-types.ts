import { astToString, openapiTypescript } from '@escrow-kit/schema-types';

type Source = Parameters<typeof openapiTypescript>[0];

/** The file that holds the generated types. */
export const typesFile: URL = new URL('../src/generated/control.ts', import.meta.url);

/** The types of a bundled control document, as TypeScript source. */
export async function controlTypes(document: unknown): Promise<string> {
  const options = { defaultNonNullable: false, emptyObjectsUnknown: true };
  const nodes = await openapiTypescript(document as Source, options);
  return `// Generated from openapi.bundle.json by \`pnpm generate\`. Not to be edited.\n\n${astToString(nodes)}`;
}
