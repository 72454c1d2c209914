import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import { eventStatuses } from '@escrow-kit/spec';
import fc from 'fast-check';

/** A body that somebody who knows the secret could send. */
export interface MutatedBody {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string | undefined;
  contentEncoding: string | undefined;
}

/** The default `bodyLimitInBytes`. */
const limitInBytes = 65_536;

const unusualTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '__proto__',
  'مرحلة',
  '🟢',
  'm'.repeat(3_000),
];
const text = fc.oneof(fc.string(), fc.constantFrom(...unusualTexts), fc.constantFrom(...eventStatuses));

/** JSON as text, because an object cannot have the same key twice, or a number that is too large. */
const unusualValues = ['1e400', '-0', '123456789012345678901234567890', '"\\ud800"', '"\\u0000"', 'NaN', ''];
const nested = fc
  .tuple(fc.constantFrom(['[', ']'] as const, ['{"a":[', ']}'] as const), fc.integer({ min: 1, max: 9_000 }))
  .map(([[open, close], depth]) => open.repeat(depth) + close.repeat(depth));
const value = fc.oneof(
  { weight: 14, arbitrary: text.map((each) => JSON.stringify(each)) },
  { weight: 4, arbitrary: fc.jsonValue().map((each) => JSON.stringify(each)) },
  { weight: 3, arbitrary: fc.constantFrom(...unusualValues) },
  { weight: 1, arbitrary: nested },
);
const name = fc.constantFrom('contractId', 'status', 'referenceId', '__proto__', 'constructor', '');
const member = fc.tuple(name, value).map(([key, each]) => `${JSON.stringify(key)}:${each}`);

const usual = fc
  .record({ contractId: text, status: fc.constantFrom(...eventStatuses, 'REFUNDED'), referenceId: text })
  .map((event) => JSON.stringify(event).slice(1, -1));
const object = fc
  .tuple(fc.option(usual), fc.array(member, { maxLength: 4 }))
  .map(([event, more]) => `{${[...(event === null ? [] : [event]), ...more].join(',')}}`);
const around = fc.constantFrom('', '', '', '\ufeff', ' ', '\r\n', '\u0000', '//');
const wholeText = fc
  .tuple(around, fc.oneof({ weight: 12, arbitrary: object }, { weight: 1, arbitrary: value }), around)
  .map((parts) => parts.join(''));

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
  fc.constant((bytes: Buffer) => Buffer.from(bytes.toString('utf8'), 'utf16le')),
  fc.constant((bytes: Buffer) => gzipSync(bytes)),
);

export const mutatedBody: fc.Arbitrary<MutatedBody> = fc.record({
  bytes: fc.tuple(wholeText, change).map(([each, apply]) => new Uint8Array(apply(Buffer.from(each)))),
  contentType: fc.constantFrom(
    'application/json',
    'application/json',
    'text/plain; charset=utf-16',
    'text/html',
    undefined,
  ),
  contentEncoding: fc.constantFrom(undefined, undefined, undefined, 'gzip', 'br', 'identity'),
});
