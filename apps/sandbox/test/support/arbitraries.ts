import { openApiDocument, type Schema } from '@escrow-kit/spec';
import fc from 'fast-check';

const anyCodePoint = fc.integer({ min: 0, max: 0x10ffff }).map((codePoint) => String.fromCodePoint(codePoint));

/** Text of any code points. The unit `binary` of fast-check lists all of them first, which takes seconds. */
export function anyText(lengths: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.string({ unit: anyCodePoint, ...lengths });
}

/** An address with any path. `fc.webUrl` lists all code points as well. */
export const anyUrl: fc.Arbitrary<string> = fc
  .tuple(fc.domain(), anyText())
  .map(([host, text]) => `https://${host}/${encodeURIComponent(text.toWellFormed())}`);

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

/** Texts that mean something to the service under test, known once it runs. Some generated texts are taken from them. */
type KnownTexts = () => readonly string[];

/** Generates values that a schema of the document accepts. What no schema states is random. */
export function arbitraryOfSchema(schema: Schema, known: KnownTexts): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return arbitraryOfSchema(resolve(schema.$ref), known);
  if (schema.oneOf) return fc.oneof(...schema.oneOf.map((branch) => arbitraryOfSchema(branch, known)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  return arbitraryOfType[schema.type ?? 'any']?.(schema, known) ?? fc.jsonValue();
}

const arbitraryOfType: Record<string, (schema: Schema, known: KnownTexts) => fc.Arbitrary<unknown>> = {
  string: arbitraryText,
  number: () => fc.oneof({ arbitrary: fc.nat(100), weight: 4 }, fc.double({ noNaN: true, noDefaultInfinity: true })),
  integer: () => fc.integer(),
  boolean: () => fc.boolean(),
  array: ({ items = {} }, known) => fc.array(arbitraryOfSchema(items, known), { maxLength: 4 }),
  object: arbitraryObject,
};

/** One of the known texts in half of the cases. */
export function knownOr(other: fc.Arbitrary<string>, known: KnownTexts): fc.Arbitrary<string> {
  const oneOfKnown = fc.nat().map((index) => known()[index % known().length] ?? '');
  return fc.oneof(oneOfKnown, other);
}

function arbitraryText({ pattern, format }: Schema, known: KnownTexts): fc.Arbitrary<string> {
  if (format === 'utc-timestamp') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (format === 'uri') return anyUrl;
  if (pattern === undefined) return knownOr(fc.string({ unit: 'grapheme' }), known);
  const isAllowed = (text: string) => new RegExp(pattern).test(text);
  return knownOr(fc.stringMatching(new RegExp(pattern)), () => {
    const texts = known().filter(isAllowed);
    return texts.length > 0 ? texts : known();
  });
}

function arbitraryObject(
  { properties = {}, required = [], additionalProperties }: Schema,
  known: KnownTexts,
): fc.Arbitrary<unknown> {
  const allowed = Object.entries(properties).filter(([, { not }]) => not === undefined);
  const entries = allowed.map(([name, schema]) => [name, arbitraryOfSchema(schema, known)]);
  const own = fc.record(Object.fromEntries(entries) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: required.filter((name) => name in properties),
  });
  if (!additionalProperties) return own;
  const names = knownOr(fc.string(), known);
  const others = fc.dictionary(names, arbitraryOfSchema(additionalProperties, known), { maxKeys: 3 });
  return fc.tuple(others, own).map(([left, right]) => ({ ...left, ...right }));
}

function resolve(pointer: string): Schema {
  const schema = openApiDocument.components.schemas[pointer.replace('#/components/schemas/', '')];
  if (!schema) throw new Error(`The document has no schema ${pointer}.`);
  return schema;
}
