import { closest } from 'fastest-levenshtein';

/** Throws if a name is unknown. The types refuse it as well, but JavaScript has none. */
export function refuseUnknown(name: string, kind: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  const remedy = known.length > 0 ? `Did you mean "${closest(name, known)}"?` : 'It has none.';
  throw new TypeError(`There is no ${kind} "${name}". ${remedy}`);
}
