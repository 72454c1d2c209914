import type { OpenApiDocument, Schema } from '../document/document.ts';
import { followPointer } from '../document/follow-pointer.ts';

/** A node of a document, with the keys that lead to it. */
export interface DocumentNode {
  keys: string[];
  node: Record<string, unknown>;
}

/** Lists the objects of a document, but for what is inside examples. */
export function nodesOf(node: unknown, keys: string[] = []): DocumentNode[] {
  if (typeof node !== 'object' || node === null || isExample(keys)) return [];
  const inside = Object.entries(node).flatMap(([key, child]) => nodesOf(child, [...keys, key]));
  return Array.isArray(node) ? inside : [{ keys, node: node as Record<string, unknown> }, ...inside];
}

/** Properties may have these names, too. */
function isExample(keys: string[]): boolean {
  return (
    ['example', 'value', 'default'].includes(keys.at(-1) ?? '') &&
    keys.at(-2) !== 'properties' &&
    keys.at(-2) !== 'responses'
  );
}

/** Follows references to what they point to; undefined if one points to nothing. */
export function resolveIn<Part extends object>(document: OpenApiDocument, part: Part): Part | undefined {
  const { $ref } = part as Schema;
  if (typeof $ref !== 'string') return part;
  const target = followPointer($ref, document);
  return typeof target === 'object' && target !== null ? resolveIn(document, target as Part) : undefined;
}
