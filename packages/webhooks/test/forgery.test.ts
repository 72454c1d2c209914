import { repeats } from '@escrow-kit/tools';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entries } from './support/entries.ts';
import { signedVector } from './support/vectors.ts';

const { bytes, signature, secret } = signedVector('the event PAID');
const text = new TextDecoder().decode(bytes);
const forgeries: Record<string, number> = {
  'node:crypto': repeats({ test: 1_000, soak: 100_000 }),
  'Web Crypto': repeats({ test: 200, soak: 5_000 }),
};

const characters = fc.constantFrom('', '0', 'f', 'F', 'g', ' ', ',', '\n', '\u0000', 'é', '\ud800', 'ı', '🟢');

/** A text with some characters replaced. */
const changed = (original: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat({ max: original.length }), characters, fc.nat({ max: 2 }))
    .map(([at, inserted, removed]) => original.slice(0, at) + inserted + original.slice(at + removed));

const changedBytes = fc
  .tuple(fc.nat({ max: bytes.length - 3 }), fc.nat({ max: 7 }), fc.nat({ max: 2 }))
  .map(([at, bit, removed]) => {
    const copy = bytes.slice(0, bytes.length - removed);
    copy[at] = (copy[at] ?? 0) ^ (1 << bit);
    return copy;
  });

type Forgery = readonly [body: string | Uint8Array<ArrayBuffer>, header: string | string[] | undefined];

/** A forged request: its body or its header differs, by more than the case of the hex digits. */
const forgery = fc
  .oneof(
    changed(signature).map((header): Forgery => [text, header]),
    changed(text).map((body): Forgery => [body, signature]),
    changedBytes.map((body): Forgery => [body, signature]),
    fc.nat({ max: signature.length - 1 }).map((end): Forgery => [text, signature.slice(0, end)]),
    changed(signature).map((header): Forgery => [text, [signature, header]]),
    fc.constantFrom<Forgery>([text, []], [text, undefined]),
  )
  .filter(([body, header]) => body !== text || typeof header !== 'string' || header.toLowerCase() !== signature);

test.each(entries)('HOOK-2 no forged request is accepted, or makes $name throw', async ({ name, entry }) => {
  await fc.assert(
    fc.asyncProperty(forgery, async ([body, header]) => {
      return !(await entry.verify(body, header, ['another secret', secret])).ok;
    }),
    { numRuns: forgeries[name] ?? 0 },
  );
  expect(await entry.verify(text, signature, secret)).toMatchObject({ ok: true });
});
