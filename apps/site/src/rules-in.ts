import { openApiDocument, type Schema } from '@escrow-kit/spec';

/** Resolves a reference in the service's document, such as `#/components/schemas/Address`. */
export function resolve(reference: string): Schema {
  const [kind = '', name = ''] = reference.replace('#/components/', '').split('/');
  const found = Object.entries(openApiDocument.components).find(([known]) => known === kind)?.[1];
  const part = (found as Record<string, Schema> | undefined)?.[name];
  if (!part) throw new Error(`The document has nothing at ${reference}.`);
  return part;
}

/** Finds the ids of all rules that a part of the service's document names, following references. */
export function rulesIn(part: unknown): Set<string> {
  const found = new Set<string>();
  const visited = new Set<unknown>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || visited.has(node)) return;
    visited.add(node);
    for (const id of idsOf(node)) found.add(id);
    for (const [key, value] of Object.entries(node)) {
      // An example may have keys of any name.
      if (key === '$ref') visit(resolve(String(value)));
      else if (key !== 'value' && key !== 'example') visit(value);
    }
  };
  visit(part);
  return found;
}

function idsOf(node: { 'x-rules'?: string[]; 'x-constraints'?: Record<string, string> }): string[] {
  return [...(node['x-rules'] ?? []), ...Object.values(node['x-constraints'] ?? {})];
}
