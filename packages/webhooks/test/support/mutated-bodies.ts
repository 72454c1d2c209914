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
const text = fc.oneof(fc.string(), fc.constantFrom(...unusualTexts), fc.uuid());

/** JSON as text, because an object cannot have the same key twice, or a number that is too large. */
const unusualValues = [
  '1e400',
  '-0',
  '123456789012345678901234567890',
  'null',
  '[]',
  '{}',
  '"\\ud800"',
  '"\\u0000"',
  'NaN',
  '',
];
const deep = fc.integer({ min: 1, max: 32_000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`);
const deepObject = fc.integer({ min: 1, max: 9_000 }).map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);
const value = fc.oneof(
  { weight: 10, arbitrary: text.map((each) => JSON.stringify(each)) },
  { weight: 4, arbitrary: fc.constantFrom(...eventStatuses).map((each) => JSON.stringify(each)) },
  { weight: 4, arbitrary: fc.jsonValue().map((each) => JSON.stringify(each)) },
  { weight: 3, arbitrary: fc.constantFrom(...unusualValues) },
  { weight: 1, arbitrary: fc.oneof(deep, deepObject) },
);
const name = fc.constantFrom(
  'contractId',
  'status',
  'referenceId',
  'status',
  '__proto__',
  'constructor',
  'toString',
  '',
);
const member = fc.tuple(name, value).map(([key, each]) => `${JSON.stringify(key)}:${each}`);

const usual = fc
  .record({ contractId: text, status: fc.constantFrom(...eventStatuses, 'REFUNDED'), referenceId: text })
  .map((event) => JSON.stringify(event).slice(1, -1));
const members = fc.oneof(
  fc.tuple(usual, fc.array(member, { maxLength: 3 })).map(([event, more]) => [event, ...more]),
  fc.array(member, { maxLength: 6 }),
);
const object = members.map((all) => `{${all.join(',')}}`);
const json = fc.oneof({ weight: 12, arbitrary: object }, { weight: 1, arbitrary: value });
const around = fc.constantFrom('', '', '', '\ufeff', ' ', '\r\n', '\u0000', '//');
const wholeText = fc.tuple(around, json, around).map((parts) => parts.join(''));

/** Spaces up to the limit and just above it. */
const padded = fc
  .tuple(wholeText, fc.integer({ min: limitInBytes - 3, max: limitInBytes + 3 }))
  .map(([each, length]) => Buffer.concat([Buffer.from(each), Buffer.alloc(length, ' ')]).subarray(0, length));

type Change = (bytes: Buffer) => Buffer;

const position = fc.nat({ max: 2 ** 20 });
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constant((bytes: Buffer) => bytes),
  position.map((at) => (bytes: Buffer) => bytes.subarray(0, at % (bytes.length + 1))),
  fc.tuple(position, fc.uint8Array({ maxLength: 4 })).map(([at, inserted]) => (bytes: Buffer) => {
    const place = at % (bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, place), inserted, bytes.subarray(place)]);
  }),
  fc.tuple(position, fc.nat({ max: 7 })).map(([at, bit]) => (bytes: Buffer) => {
    const changed = Buffer.from(bytes);
    const place = at % (bytes.length || 1);
    if (bytes.length > 0) changed[place] = (changed[place] ?? 0) ^ (1 << bit);
    return changed;
  }),
  fc.constant((bytes: Buffer) => Buffer.from(bytes.toString('utf8'), 'utf16le')),
  fc.constant((bytes: Buffer) => gzipSync(bytes)),
);

const content = fc.oneof(
  { weight: 12, arbitrary: wholeText.map((each) => Buffer.from(each)) },
  { weight: 1, arbitrary: padded },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
);

export const mutatedBody: fc.Arbitrary<MutatedBody> = fc.record({
  bytes: fc.tuple(content, change).map(([bytes, apply]) => new Uint8Array(apply(bytes))),
  contentType: fc.constantFrom(
    'application/json',
    'application/json',
    'text/plain; charset=utf-16',
    'text/html',
    undefined,
  ),
  contentEncoding: fc.constantFrom(undefined, undefined, undefined, 'gzip', 'br', 'identity'),
});
