import fc from 'fast-check';
import { deployment } from '../../src/generated/service.ts';

/** The mark in every secret of an answer, and in what a refusal repeats. It is not a word, so no message may show a part of it. */
export const markOfSecrets = 'x9k2q7m4w8z1v6t3';

/** An answer, and an attacker's changes to it. */
export interface Mutation {
  status: number;
  edits: Edit[];
  textEdits: TextEdit[];
  headers: Record<string, string>;
  pieceLength: number;
}

/** A change of one value in the answer; `at` counts its values from the outside in. */
type Edit =
  | { type: 'replace'; at: number; value: unknown }
  | { type: 'nest'; at: number; levels: number }
  | { type: 'lengthen'; at: number; length: number }
  | { type: 'remove'; at: number };

/** A change of its bytes. */
type TextEdit =
  | { type: 'overwrite'; at: number; bytes: Uint8Array }
  | { type: 'cut'; at: number }
  | { type: 'encode'; as: 'utf16le' | 'latin1' }
  | { type: 'prefix'; text: string };

/** Placeholders for numbers that no JavaScript value can represent. */
const numbers = ['1e999', '-1e999', '9007199254740993', '1.5', '-0', '1e-400'].map((number) => `@number:${number}`);

const junk = fc.constantFrom<unknown>(
  ...[null, true, false, 0, -1, '', ' ', 'x', 'a b', 'payment:other', [], {}, [[]], [null], { toString: 1 }],
  ...[
    'https://evil.test/external/abc',
    'http://127.0.0.1/external/a%20b',
    '\u202e',
    '\u0000',
    '\ud800',
    'data',
    'null',
  ],
  ...numbers,
);

const at = fc.nat({ max: 40 });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ type: fc.constant('replace' as const), at, value: junk }),
  fc.record({ type: fc.constant('nest' as const), at, levels: fc.constantFrom(1, 98, 99, 100, 101, 5_000, 20_000) }),
  fc.record({ type: fc.constant('lengthen' as const), at, length: fc.constantFrom(1_000, 100_000, 1_200_000) }),
  fc.record({ type: fc.constant('remove' as const), at }),
);
const place = fc.nat({ max: 400 });
const textEdit: fc.Arbitrary<TextEdit> = fc.oneof(
  fc.record({
    type: fc.constant('overwrite' as const),
    at: place,
    bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
  }),
  fc.record({ type: fc.constant('cut' as const), at: place }),
  fc.record({ type: fc.constant('encode' as const), as: fc.constantFrom('utf16le' as const, 'latin1' as const) }),
  fc.record({ type: fc.constant('prefix' as const), text: fc.constantFrom('\ufeff', '<!doctype html>', ')]}\n', ' ') }),
);

/** Answers from documented ones to nonsense. Half of them keep their status. */
export const mutation: fc.Arbitrary<Mutation> = fc.record({
  status: fc.oneof(fc.constant(0), fc.integer({ min: 200, max: 599 })),
  edits: fc.array(edit, { maxLength: 3 }),
  textEdits: fc.oneof(fc.constant<TextEdit[]>([]), fc.array(textEdit, { maxLength: 2 })),
  headers: fc.record(
    {
      'content-type': fc.constantFrom('application/json', 'text/html', 'application/json; charset=utf-16', 'x'),
      'content-length': fc.constantFrom('0', '-1', '99999999999'),
      'retry-after': fc.constantFrom('0', '-5', '0x7', '1e3', 'Wed, 21 Oct 2015 07:28:00 GMT', '99999999999999999999'),
      location: fc.constantFrom('https://evil.test/', 'javascript:alert(1)', '//'),
    },
    { requiredKeys: [] },
  ),
  pieceLength: fc.constantFrom(7, 1_000, 1_000_000),
});

/** An example with its secrets marked. A refusal also repeats the mark in its prose. */
export function marked(example: unknown): unknown {
  if (Array.isArray(example)) return example.map(marked);
  if (typeof example !== 'object' || example === null) return example;
  const entries = Object.entries(example).map(([name, value]) => {
    if ((deployment.secretFields as readonly string[]).includes(name)) return [name, markOfSecrets];
    if (name === 'message') return [name, `${value} ${markOfSecrets}`];
    return [name, marked(value)];
  });
  return Object.fromEntries(entries);
}

interface Holder {
  parent: Record<string, unknown>;
  name: string;
}

/** The paths of all values, from the outside in. */
function placesIn(root: Record<string, unknown>): Holder[] {
  const places: Holder[] = [];
  const open = [root];
  for (let parent = open.shift(); parent; parent = open.shift()) {
    for (const [name, value] of Object.entries(parent)) {
      places.push({ parent, name });
      if (typeof value === 'object' && value !== null) open.push(value as Record<string, unknown>);
    }
  }
  return places;
}

function apply(root: Record<string, unknown>, change: Edit): void {
  const places = placesIn(root);
  const found = places[change.at % places.length];
  if (!found) return;
  const { parent, name } = found;
  if (change.type === 'replace') parent[name] = structuredClone(change.value);
  if (change.type === 'nest') parent[name] = `@nested:${change.levels}`;
  if (change.type === 'lengthen') parent[name] = 'y'.repeat(change.length);
  if (change.type === 'remove' && parent !== root) delete parent[name];
}

const nested = (levels: number): string => `${'[{"error":'.repeat(levels / 2)}0${'}]'.repeat(levels / 2)}`;

/** The bytes of a mutated answer. */
export function bytesOf(example: unknown, { edits, textEdits }: Mutation): Uint8Array<ArrayBuffer> {
  const root = { answer: structuredClone(example) };
  for (const change of edits) apply(root, change);
  let text = (JSON.stringify(root.answer) ?? '')
    .replaceAll(/"@number:([^"]+)"/g, '$1')
    .replaceAll(/"@nested:(\d+)"/g, (_, levels) => nested(Number(levels)));
  let encoding: BufferEncoding = 'utf8';
  for (const change of textEdits) {
    if (change.type === 'prefix') text = change.text + text;
    if (change.type === 'cut') text = text.slice(0, change.at);
    if (change.type === 'encode') encoding = change.as;
  }
  const bytes = Uint8Array.from(Buffer.from(text, encoding));
  for (const change of textEdits) {
    if (change.type === 'overwrite' && change.at < bytes.length)
      bytes.set(change.bytes.slice(0, bytes.length - change.at), change.at);
  }
  return bytes;
}

const statusesWithoutBody = [204, 205, 304];

/** The mutated answer, in pieces. */
export function mutate({ status, example }: { status: number; example: unknown }, change: Mutation): Response {
  const bytes = bytesOf(example, change);
  const { pieceLength, headers } = change;
  const sent = change.status || status;
  let start = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (start >= bytes.length) return controller.close();
      // A body of 1 MiB in pieces of a few bytes would take seconds.
      const length = Math.max(pieceLength, bytes.length / 100);
      controller.enqueue(bytes.subarray(start, start + length));
      start += Math.trunc(length);
    },
  });
  return new Response(statusesWithoutBody.includes(sent) ? null : body, { status: sent, headers });
}
