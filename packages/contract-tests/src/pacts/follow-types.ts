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
