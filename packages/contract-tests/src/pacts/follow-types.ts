import type { MatchingRule } from './pact-document.ts';

type Rules = Record<string, MatchingRule>;

/** The fields of an expected body whose type an overlay changes, or that it adds: a value of the new type matches. */
export function matchChangedTypes(before: unknown, after: unknown): Rules {
  const old = new Map(listTypes(before));
  const changed = listTypes(after).filter(([path, type]) => old.get(path) !== type);
  return Object.fromEntries(changed.map(([path]) => [path, { matchers: [{ match: 'type' }] }]));
}

/** Puts rules in place of those of the same fields, which may name an element where the others name all. */
export function replaceRules(rules: Rules, others: Rules): Rules {
  const kept = Object.entries(rules).filter(([path]) => !Object.hasOwn(others, path.replaceAll(/\[\d+\]/g, '[*]')));
  return { ...Object.fromEntries(kept), ...others };
}

/** The path of a field in a rule, which holds for all elements of a list. */
export const rulePathOf = (keys: readonly (string | number)[]): string =>
  `$${keys.map((key) => (typeof key === 'number' ? '[*]' : `.${key}`)).join('')}`;

/** The type of each field that has no fields itself, by its path. */
function listTypes(value: unknown, keys: (string | number)[] = []): [path: string, type: string][] {
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (members.length === 0) return [[rulePathOf(keys), Array.isArray(value) ? 'array' : typeof value]];
  return members.flatMap(([key, member]) => listTypes(member, [...keys, Array.isArray(value) ? Number(key) : key]));
}

/**
 * Adds the fields of a complete answer that one of the document without overlays does not have. A field that both have, or
 * neither, stays as it is.
 */
export function addFields(content: unknown, complete: unknown, base: unknown): unknown {
  if (!isNode(content) || !isNode(complete) || !isNode(base)) return content;
  if (Array.isArray(content)) return content.map((item, index) => addFields(item, complete[index], base[index]));
  const added = Object.entries(complete).filter(([name]) => !Object.hasOwn(base, name));
  const own = Object.entries(content).map(([name, field]) => [name, addFields(field, complete[name], base[name])]);
  return { ...Object.fromEntries(added), ...Object.fromEntries(own) };
}

const isNode = (value: unknown): value is Record<string | number, unknown> =>
  typeof value === 'object' && value !== null;
