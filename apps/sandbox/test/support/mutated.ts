import fc from 'fast-check';
import { anyText } from './any-text.ts';

/** Values that break a service that does not expect them. */
const nastyValues: unknown[] = [
  null,
  '',
  '\0',
  '\ud800',
  "' or 1=1 --",
  '%00',
  '__proto__',
  'x'.repeat(10_000),
  -0,
  1e308,
  2 ** 53,
  2 ** 63,
  0.1 + 0.2,
  [],
  {},
  [[[[]]]],
  true,
];

/** A value with one part replaced, removed or added. */
export function mutated(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const nasty = fc.oneof({ arbitrary: fc.constantFrom(...nastyValues), weight: 4 }, fc.jsonValue(), anyText());
  const steps = fc.array(fc.nat(), { minLength: 1, maxLength: 4 });
  return fc.tuple(value, nasty, steps).map(([whole, part, path]) => replaceAt(whole, path, part));
}

/** Follows a path of child numbers as far as it leads, and puts the part there. */
function replaceAt(whole: unknown, [step = 0, ...path]: number[], part: unknown): unknown {
  if (typeof whole !== 'object' || whole === null) return part;
  const keys = Object.keys(whole);
  const key = keys[step % (keys.length + 1)];
  if (key === undefined) return Array.isArray(whole) ? [...whole, part] : { ...whole, extra: part };
  const child = (whole as Record<string, unknown>)[key];
  const replaced = path.length > 0 ? replaceAt(child, path, part) : part;
  return Array.isArray(whole) ? whole.with(Number(key), replaced) : { ...whole, [key]: replaced };
}
