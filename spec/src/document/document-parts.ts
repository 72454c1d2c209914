import type { Schema } from './document.ts';
import { followPointer } from './json-pointer.ts';

/** A node of a document, with the keys that lead to it. */
export interface DocumentNode {
  keys: string[];
  node: Record<string, unknown>;
}

/** What has an example of a body or value. A schema, property or response may have one of these names, too. */
const exampleKeys = ['example', 'value', 'default'];

/** What has parts by their names, not by keywords. */
const mapKeys = [
  ...['properties', 'schemas', 'responses', 'parameters', 'requestBodies', 'headers', 'examples', 'securitySchemes'],
  ...['paths', 'x-webhooks', 'content', 'links', 'callbacks', 'variables'],
];

/** Lists the objects of a document, or of a part of it, but for what is inside examples. */
export function nodesOf(root: object): DocumentNode[] {
  const nodes: DocumentNode[] = [];
  collect(root, [], false);
  return nodes;

  function collect(node: object, keys: string[], isMap: boolean): void {
    if (!Array.isArray(node)) nodes.push({ keys, node: node as Record<string, unknown> });
    for (const [key, child] of Object.entries(node)) {
      const isExample = !isMap && exampleKeys.includes(key);
      if (typeof child !== 'object' || child === null || isExample) continue;
      collect(child, [...keys, key], !isMap && !Array.isArray(child) && mapKeys.includes(key));
    }
  }
}

/** Follows references to what they point to; undefined if one points to nothing. */
export function resolveIn<Part extends object>(document: object, part: Part): Part | undefined {
  const { $ref } = part as Schema;
  if (typeof $ref !== 'string') return part;
  const target = followPointer($ref, document);
  return typeof target === 'object' && target !== null ? resolveIn(document, target as Part) : undefined;
}
