import type { Schema } from './document.ts';

/** The keys in a JSON pointer such as `#/components/schemas/Address`, with or without its `#`. */
export function keysOf(pointer: string): string[] {
  const keys = pointer.replace(/^#/, '').split('/').slice(1);
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The JSON pointer of keys, such as `/components/schemas/Address`. */
export function toPointer(keys: readonly string[]): string {
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Returns what a JSON pointer points to in a document or a value; undefined if it points to nothing, or is none. */
export function followPointer(pointer: string, document: object): unknown {
  if (!/^#?\//.test(pointer)) return undefined;
  let node: unknown = document;
  for (const key of keysOf(pointer)) {
    const isThere = typeof node === 'object' && node !== null && Object.hasOwn(node, key);
    node = isThere ? (node as Record<string, unknown>)[key] : undefined;
  }
  return node;
}

/** Follows references to what they point to; undefined if one points to nothing. */
export function resolveIn<Part extends object>(document: object, part: Part): Part | undefined {
  const { $ref } = part as Schema;
  if (typeof $ref !== 'string') return part;
  const target = followPointer($ref, document);
  return typeof target === 'object' && target !== null ? resolveIn(document, target as Part) : undefined;
}

/** A node of a document, with the keys that lead to it. */
export interface DocumentNode {
  keys: string[];
  node: Record<string, unknown>;
  /** Whether its keys are names, such as those of properties, not keywords. */
  isMap: boolean;
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
    if (!Array.isArray(node)) nodes.push({ keys, node: node as Record<string, unknown>, isMap });
    for (const [key, child] of Object.entries(node)) {
      const isExample = !isMap && exampleKeys.includes(key);
      if (typeof child !== 'object' || child === null || isExample) continue;
      collect(child, [...keys, key], !isMap && !Array.isArray(child) && mapKeys.includes(key));
    }
  }
}

/**
 * Returns the schema with each forbidden property as `not: {}`, with its rule and remedy. The document forbids them at the object, by
 * `not: { required: [NAME] }`, because code generators would turn such a property into an optional field of any type.
 */
export function withForbiddenProperties(schema: Schema): Schema {
  const { not, ...others } = schema;
  const branches = not?.anyOf ?? (not?.required ? [not] : []);
  if (branches.length === 0) return schema;
  const forbidden = branches.flatMap(({ required = [], properties: _, ...statement }) =>
    required.map((name) => [name, { ...statement, not: {} }] as const),
  );
  return { ...others, properties: { ...schema.properties, ...Object.fromEntries(forbidden) } };
}

/** The part of a schema or parameter that says which rules it states. */
export type RuleStatement = Pick<Schema, 'x-rules' | 'x-constraints'>;

/**
 * Finds the ID of the rule or constraint that a keyword of a schema states; undefined if the document names none. `schemas` is the
 * schema with the keyword, then the schemas around it, innermost first. `property` is the missing property, for `required`. The
 * schema's `x-constraints` win over the first ID of the nearest `x-rules`.
 */
export function ruleOfKeyword(schemas: RuleStatement[], keyword: string, property?: string): string | undefined {
  const constraints = schemas[0]?.['x-constraints'] ?? {};
  const own = constraints[`${keyword}.${property}`] ?? constraints[keyword];
  return own ?? schemas.find((schema) => schema['x-rules'])?.['x-rules']?.[0];
}

/** The ID of the rule that a constraint belongs to: `BANK-1` for `BANK-1a`. A rule belongs to itself. */
export function mainRuleOf(id: string): string {
  return id.replace(/[a-z]$/, '');
}
