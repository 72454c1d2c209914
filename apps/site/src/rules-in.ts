import { resolveReference } from '@escrow-kit/spec';

/** Finds the ids of all rules that a part of the service's document names, following references. */
export function rulesIn(part: unknown): Set<string> {
  const found = new Set<string>();
  const visited = new Set<unknown>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || visited.has(node)) return;
    visited.add(node);
    for (const id of rulesOf(node)) found.add(id);
    for (const [key, value] of Object.entries(node)) {
      // An example may have keys of any name.
      if (key === '$ref') visit(resolveReference(String(value)));
      else if (key !== 'value' && key !== 'example') visit(value);
    }
  };
  visit(part);
  return found;
}

/** The ids of the rules that this part itself names. */
export function rulesOf(node: { 'x-rules'?: string[]; 'x-constraints'?: Record<string, string> }): string[] {
  return [...(node['x-rules'] ?? []), ...Object.values(node['x-constraints'] ?? {})];
}
