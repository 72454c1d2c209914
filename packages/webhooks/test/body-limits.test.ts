import { expect, test } from 'vitest';
import type { BodyReader } from '../src/receiver/request.ts';
import { createObservedReceiver, paid, requestFor } from './support/receiver.ts';

/** A body in pieces of a length. */
function createReader(body: string, pieceInBytes: number): BodyReader {
  const bytes = new TextEncoder().encode(body);
  let offset = 0;
  return {
    async read() {
      const value = bytes.subarray(offset, offset + pieceInBytes);
      offset += pieceInBytes;
      return value.length > 0 ? { done: false, value } : { done: true };
    },
    cancel() {},
  };
}

const request = requestFor({ ...paid, note: 'é🟢' });
const size = new TextEncoder().encode(request.body).length;

const shapes: [string, (body: string) => unknown][] = [
  ['text', (body) => body],
  ['bytes', (body) => new TextEncoder().encode(body)],
  ['an array buffer', (body) => new TextEncoder().encode(body).buffer],
  ['a reader', (body) => createReader(body, 10)],
];

test.each(shapes)(
  'a body as %s of exactly the limit is accepted, one byte more is answered with 413',
  async (_title, shape) => {
    const atLimit = createObservedReceiver({ bodyLimitInBytes: size });
    const belowSize = createObservedReceiver({ bodyLimitInBytes: size - 1 });

    expect(await atLimit.receiver.receive({ ...request, body: shape(request.body) })).toMatchObject({ status: 200 });
    expect(await belowSize.receiver.receive({ ...request, body: shape(request.body) })).toMatchObject({ status: 413 });
    expect(belowSize.errors).toMatchObject([{ code: 'request', reason: 'body_too_large' }]);
  },
);

test('the rest of a refused body is dropped up to 64 MiB, then given up', async () => {
  const { receiver } = createObservedReceiver({ bodyTimeoutInMs: 60_000 });
  const piece = new Uint8Array(64 * 1024);
  const { promise: given, resolve: cancel } = Promise.withResolvers<void>();
  let sizeInBytes = 0;
  const read = async () => {
    sizeInBytes += piece.length;
    return { done: false, value: piece };
  };

  const answer = await receiver.receive({ ...request, body: { read, cancel } });
  await given;

  expect(answer.status).toBe(413);
  expect(sizeInBytes / 2 ** 20).toBeCloseTo(64, 0);
});

test('a body that does not arrive in time is answered with 408', async () => {
  const { receiver, errors } = createObservedReceiver({ bodyTimeoutInMs: 5 });
  const body: BodyReader = { read: () => new Promise(() => {}), cancel: () => Promise.reject(new Error('closed')) };

  const answer = await receiver.receive({ ...request, body });

  expect(answer.status).toBe(408);
  expect(errors).toMatchObject([{ reason: 'body_too_slow' }]);
});

test('if the connection breaks, the answer is 400, and the cause is reported', async () => {
  const { receiver, errors } = createObservedReceiver();
  const body: BodyReader = { read: () => Promise.reject(new Error('ECONNRESET')), cancel() {} };

  const answer = await receiver.receive({ ...request, body });

  expect(answer.status).toBe(400);
  expect(errors).toMatchObject([{ reason: 'body_incomplete', cause: { message: 'ECONNRESET' } }]);
});
