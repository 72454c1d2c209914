import { closest } from 'fastest-levenshtein';

/** Throws if a name is none of those that are known. Types say so too, but not in JavaScript. */
export function refuseUnknown(name: string, kind: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  const remedy = known.length > 0 ? `Did you mean "${closest(name, known)}"?` : 'It has none.';
  throw new TypeError(`There is no ${kind} "${name}". ${remedy}`);
}
