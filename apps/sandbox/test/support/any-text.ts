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
