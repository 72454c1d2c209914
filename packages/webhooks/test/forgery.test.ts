import { createHash } from 'node:crypto';
import { repeats } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import { verify } from '../src/index.ts';
import { verify as verifyOnTheWeb } from '../src/web.ts';
import { vectorOf } from './support/vectors.ts';

const { bytes, signature, secret } = vectorOf('a PAID event');
const text = new TextDecoder().decode(bytes);
const mutations = repeats({ test: 5_000, soak: 100_000 });
const mutationsOnTheWeb = repeats({ test: 500, soak: 5_000 });

/** Numbers below a limit, the same in each run. */
function createRandom(seed: string): (limit: number) => number {
  let block = createHash('sha256').update(seed).digest();
  let offset = 0;
  return (limit) => {
    if (offset > 28) [block, offset] = [createHash('sha256').update(block).digest(), 0];
    offset += 4;
    return block.readUInt32LE(offset - 4) % limit;
  };
}

type Forgery = [body: string | Uint8Array<ArrayBuffer>, header: string | string[] | undefined];

const characters = ['0', 'f', 'F', 'g', ' ', ',', '\n', '\u0000', 'é', '\ud800', 'ı', '🟢'];

function mutatedText(original: string, random: (limit: number) => number): string {
  const position = random(original.length);
  const inserted = characters[random(characters.length)] ?? '';
  const removed = random(3);
  return original.slice(0, position) + inserted + original.slice(position + removed);
}

function mutatedBytes(random: (limit: number) => number): Uint8Array<ArrayBuffer> {
  const copy = bytes.slice(0, bytes.length - random(3));
  const position = random(copy.length);
  copy[position] = (copy[position] ?? 0) ^ (1 << random(8));
  return copy;
}

const kinds: ((random: (limit: number) => number) => Forgery)[] = [
  (random) => [text, mutatedText(signature, random)],
  (random) => [mutatedText(text, random), signature],
  (random) => [mutatedBytes(random), signature],
  (random) => [text, signature.slice(0, random(signature.length))],
  (random) => [text, [signature, mutatedText(signature, random)].slice(0, random(3) === 0 ? 0 : 2)],
  (random) => [text.slice(0, random(text.length)), `sha256=${createHash('sha256').update(text).digest('hex')}`],
];

/** A forged request: its body or its header differs, by more than the case of the hex digits. */
function forgery(random: (limit: number) => number): Forgery {
  for (;;) {
    const [body, header] = kinds[random(kinds.length)]?.(random) ?? [text, undefined];
    const isSignature = typeof header === 'string' && header.toLowerCase() === signature;
    if (body !== text || !isSignature) return [body, header];
  }
}

test(`HOOK-2 none of ${mutations} forged requests is accepted or throws`, () => {
  const random = createRandom('node:crypto');
  const accepted: Forgery[] = [];

  for (let count = 0; count < mutations; count++) {
    const forged = forgery(random);
    if (verify(...forged, ['another secret', secret]).ok) accepted.push(forged);
  }

  expect(accepted).toEqual([]);
  expect(verify(text, signature, secret).ok).toBe(true);
});

test(`HOOK-2 Web Crypto accepts none of ${mutationsOnTheWeb} forged requests`, async () => {
  const random = createRandom('Web Crypto');
  const accepted: Forgery[] = [];

  for (let count = 0; count < mutationsOnTheWeb; count++) {
    const forged = forgery(random);
    if ((await verifyOnTheWeb(...forged, secret)).ok) accepted.push(forged);
  }

  expect(accepted).toEqual([]);
});
