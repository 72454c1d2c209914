import { openApiDocument, type Schema } from '@escrow-kit/spec';

/** Resolves a reference in the service's document, such as `#/components/schemas/Address`. */
export function resolve(reference: string): Schema {
  const [kind = '', name = ''] = reference.replace('#/components/', '').split('/');
  const found = Object.entries(openApiDocument.components).find(([known]) => known === kind)?.[1];
  const part = (found as Record<string, Schema> | undefined)?.[name];
  if (!part) throw new Error(`The document has nothing at ${reference}.`);
  return part;
}
