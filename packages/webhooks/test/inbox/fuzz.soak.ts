import { Buffer } from 'node:buffer';
import { randomInt } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { eventStatuses } from '@escrow-kit/spec';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createWebhookReceiver, sign } from '../../src/index.ts';
import { secret } from '../support/receiver.ts';
import { inboxKinds } from './support/inbox-kinds.ts';

const bodies = 30_000;
/** How many are sent at once. */
const batchSize = 30;
/** The default `bodyLimitInBytes`. */
const limitInBytes = 65_536;

const text = fc.oneof(fc.string(), fc.constantFrom('\u0000', '\ud800', '\ufeff', '__proto__', 'مرحلة', '🟢'));
const event = fc
  .record({ contractId: text, status: fc.constantFrom(...eventStatuses, 'REFUNDED', ''), referenceId: text })
  .map((fields) => JSON.stringify(fields));
const nested = fc.integer({ min: 1, max: 9_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth));
const wholeText = fc.oneof({ weight: 8, arbitrary: event }, fc.json(), nested, text);

const change: fc.Arbitrary<(bytes: Buffer) => Buffer> = fc.oneof(
  fc.constant((bytes: Buffer) => bytes),
  // Spaces up to the limit, and just above it.
  fc
    .integer({ min: limitInBytes - 3, max: limitInBytes + 3 })
    .map((length) => (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(length, ' ')]).subarray(0, length)),
  fc
    .tuple(fc.nat({ max: 2 ** 20 }), fc.nat({ max: 4 }), fc.uint8Array({ maxLength: 4 }))
    .map(([at, removed, inserted]) => (bytes: Buffer) => {
      const place = at % (bytes.length + 1);
      return Buffer.concat([bytes.subarray(0, place), inserted, bytes.subarray(place + removed)]);
    }),
  fc.constant((bytes: Buffer) => gzipSync(bytes)),
);

const signedBody = fc.tuple(wholeText, change).map(([whole, apply]) => Uint8Array.from(apply(Buffer.from(whole))));

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A body as an inbox stores it: as text, or in base64. */
function storedForm(bytes: Uint8Array<ArrayBuffer>): string {
  try {
    return decoder.decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('base64');
  }
}

test.each(inboxKinds)(
  `HOOK-3 with the $name inbox, each of ${bodies} signed, mutated bodies is answered, and none that got a 200 is lost`,
  async ({ open }) => {
    const { inbox, dispose } = await open();
    onTestFinished(dispose);
    const receiver = createWebhookReceiver({ secrets: secret, inbox });
    const received = new Set<string>();
    const seed = randomInt(2 ** 31);

    await fc.assert(
      fc.asyncProperty(fc.array(signedBody, { minLength: batchSize, maxLength: batchSize }), async (batch) => {
        const answers = await Promise.all(
          batch.map((body) =>
            receiver.receive({ method: 'POST', headers: { 'service-signature': sign(body, secret) }, body }),
          ),
        );

        // Not 503, because the inbox did not fail.
        expect(answers.filter(({ status }) => ![200, 413].includes(status))).toEqual([]);
        for (const [index, body] of batch.entries()) {
          if (answers[index]?.status === 200) received.add(storedForm(body));
        }
      }),
      { numRuns: bodies / batchSize, seed },
    );

    const stored = [...(await inbox.find({ limit: 2 * bodies })), ...(await inbox.findQuarantined(2 * bodies))];
    const texts = new Set(stored.map(({ rawBody }) => rawBody));
    const lost = [...received].filter((body) => !texts.has(body));
    expect(lost, `of seed ${seed}`).toEqual([]);
    expect(received.size).toBeGreaterThan(bodies / batchSize);
  },
);
