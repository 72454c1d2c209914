import type { OpenApiDocument } from '../document/document.ts';
import { followPointer } from '../document/parts.ts';

/** The first reference that points to nothing, to no named component, or in a circle; undefined if there is none. */
export function findReferenceProblem(document: OpenApiDocument): string | undefined {
  const sound = new Set<string>();
  return findIn(document, { document, sound, open: [] });
}

interface Search {
  document: OpenApiDocument;
  /** References that were followed to their end. */
  sound: Set<string>;
  /** Those that lead to the node. */
  open: string[];
}

function findIn(node: unknown, search: Search): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  const { $ref } = node as { $ref?: unknown };
  if ($ref !== undefined && typeof $ref !== 'object') return follow(String($ref), search);
  for (const child of Object.values(node)) {
    const problem = findIn(child, search);
    if (problem) return problem;
  }
  return undefined;
}

function follow(reference: string, { document, sound, open }: Search): string | undefined {
  if (sound.has(reference)) return undefined;
  if (!/^#\/components\/(?!x-)[^/]+\/[^/]+$/.test(reference)) {
    return `The reference ${reference} leads out of the named components. Write one such as #/components/schemas/Party.`;
  }
  if (open.includes(reference)) return `The reference ${reference} leads in a circle.`;
  const target = followPointer(reference, document);
  if (target === undefined) return `The reference ${reference} points to nothing.`;
  const problem = findIn(target, { document, sound, open: [...open, reference] });
  if (!problem) sound.add(reference);
  return problem;
}
