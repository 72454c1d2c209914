import { createServer } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { ExampleAnswer } from './attacked-client.ts';
import { listen } from './listen.ts';
import { bytesOf, type Mutation } from './mutated-answer.ts';

const same = (bytes: Uint8Array): Uint8Array => bytes;

/** How a body is encoded, by its `content-encoding`. */
const encoders = {
  identity: same,
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  'gzip, gzip': (bytes: Uint8Array) => gzipSync(gzipSync(bytes)),
  'gzip, br': (bytes: Uint8Array) => brotliCompressSync(gzipSync(bytes)),
  // A name that does not match the encoding.
  GZIP: same,
  unknown: same,
} satisfies Record<string, (bytes: Uint8Array) => Uint8Array>;

const codings = Object.keys(encoders) as (keyof typeof encoders)[];

const chunk = (bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);

function chunksOf(bytes: Uint8Array): Buffer {
  const middle = Math.ceil(bytes.length / 2);
  const parts = [bytes.subarray(0, middle), bytes.subarray(middle)].filter((part) => part.length > 0);
  return Buffer.concat(parts.map(chunk));
}

const endOfChunks = Buffer.from('0\r\n\r\n');

/** How a body is delimited: its headers, and its bytes after the head. */
const framings = {
  length: (bytes) => [`content-length: ${bytes.length}`, bytes],
  'too long a length': (bytes) => [`content-length: ${bytes.length + 7}`, bytes],
  'too short a length': (bytes) => [`content-length: ${Math.trunc(bytes.length / 2)}`, bytes],
  'until it closes': (bytes) => ['connection: close', bytes],
  chunks: (bytes) => ['transfer-encoding: chunked', Buffer.concat([chunksOf(bytes), endOfChunks])],
  'chunks without an end': (bytes) => ['transfer-encoding: chunked', chunksOf(bytes)],
  'chunks of a wrong size': (bytes) => ['transfer-encoding: chunked', Buffer.concat([Buffer.from('zz\r\n'), bytes])],
  'chunks and a length': (bytes) => [
    'transfer-encoding: chunked\r\ncontent-length: 4',
    Buffer.concat([chunksOf(bytes), endOfChunks]),
  ],
} satisfies Record<string, (bytes: Uint8Array) => [headers: string, body: Uint8Array]>;

/** An attacker's changes to an answer on its way. */
export interface WireMutation {
  coding: keyof typeof encoders;
  framing: keyof typeof framings;
  /** The position of a changed byte in the encoded body. */
  flippedAt: number | undefined;
  /** The length after which the answer breaks off. */
  cutAt: number | undefined;
}

/** Half of the answers are delimited correctly. */
export const wireMutation: fc.Arbitrary<WireMutation> = fc.record({
  coding: fc.constantFrom(...codings),
  framing: fc.oneof(
    fc.constantFrom('length' as const, 'chunks' as const),
    fc.constantFrom(...(Object.keys(framings) as (keyof typeof framings)[])),
  ),
  flippedAt: fc.option(fc.nat({ max: 200 }), { freq: 3, nil: undefined }),
  cutAt: fc.option(fc.nat({ max: 400 }), { freq: 5, nil: undefined }),
});

/** A mutated answer from its first line to its last byte. */
export function bytesOnTheWire({ status, example }: ExampleAnswer, change: Mutation, wire: WireMutation): Uint8Array {
  const body = Buffer.from(encoders[wire.coding](bytesOf(example, change)));
  const { flippedAt, cutAt } = wire;
  if (flippedAt !== undefined && flippedAt < body.length) body.writeUInt8(body.readUInt8(flippedAt) ^ 0xff, flippedAt);
  const [framing, framed] = framings[wire.framing](body);
  const headers = Object.entries({ ...change.headers, 'content-encoding': wire.coding });
  const fields = headers.filter(([name]) => name !== 'content-length').map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${change.status || status} Status`, ...fields, framing, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head), framed]).subarray(0, cutAt);
}

/** Starts a server that answers with the given bytes, and then closes the connection. */
export async function startRawServer() {
  let answer: Uint8Array = Buffer.alloc(0);
  let round = 0;
  let count = 0;
  const server = createServer((request, response) => {
    // A request of an earlier round may arrive late, after its call failed because of data left on its connection.
    if (request.url?.startsWith(`/${round}/`)) count++;
    request.resume().on('end', () => response.socket?.end(answer));
  });
  const address = await listen(server);
  return {
    /** Sets the answer to requests from now on, and resets the count. Returns the address of the server. */
    answerWith(bytes: Uint8Array): string {
      answer = bytes;
      count = 0;
      round++;
      return `${address}/${round}`;
    },
    requestCount: () => count,
  };
}
