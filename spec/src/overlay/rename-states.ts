import type { OpenApiDocument } from '../document/document.ts';

/**
 * Gives the states of a milestone their new names wherever a schema lists them or an example has one, if no overlay has changed that
 * place itself.
 */
export function renameStates(document: OpenApiDocument, base: OpenApiDocument): void {
  const names = new Map(
    base['x-milestone-states'].map((name, index) => [name, document['x-milestone-states'][index] ?? name]),
  );
  renameIn(document, base, { names, isValue: false });
}

interface Renaming {
  names: Map<string, string>;
  /** Whether a text at this place is a value of the service, not words of the document. */
  isValue: boolean;
}

const valueKeys = ['enum', 'x-known-values', 'value', 'example'];

function renameIn(node: unknown, before: unknown, { names, isValue }: Renaming): void {
  if (typeof node !== 'object' || node === null || typeof before !== 'object' || before === null) return;
  const [own, unchanged] = [node as Record<string, unknown>, before as Record<string, unknown>];
  for (const [key, child] of Object.entries(own)) {
    const isValueHere = isValue || valueKeys.includes(key);
    const name = typeof child === 'string' && isValueHere && unchanged[key] === child ? names.get(child) : undefined;
    if (name !== undefined) own[key] = name;
    renameIn(child, unchanged[key], { names, isValue: isValueHere });
  }
}
