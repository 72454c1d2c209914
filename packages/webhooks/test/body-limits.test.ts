import { expect, onTestFinished, test, vi } from 'vitest';
import type { BodyReader } from '../src/receiver/request.ts';
import { createObservedReceiver, requestFor } from './support/receiver.ts';

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

const request = requestFor();
const size = new TextEncoder().encode(request.body).length;

test.each([1, 7, size, 1000])('a body in pieces of %i bytes is read to its end', async (pieceInBytes) => {
  const { receiver, inbox } = createObservedReceiver();

  const answer = await receiver.receive({ ...request, body: createReader(request.body, pieceInBytes) });

  expect(answer.status).toBe(200);
  expect(inbox.stored).toMatchObject([{ rawBody: request.body }]);
});

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

test('the limit is counted in bytes', async () => {
  const { receiver } = createObservedReceiver({ bodyLimitInBytes: 10 });

  expect(await receiver.receive({ ...request, body: 'é'.repeat(6) })).toMatchObject({ status: 413 });
  expect(await receiver.receive({ ...request, body: createReader('é'.repeat(12), 6) })).toMatchObject({ status: 413 });
});

/** A body that goes on until the receiver gives it up, or that never continues. */
function createEndlessReader(
  piece: Uint8Array | undefined,
): BodyReader & { sizeInBytes: number; given: Promise<void> } {
  const { promise: given, resolve: cancel } = Promise.withResolvers<void>();
  return {
    sizeInBytes: 0,
    given,
    cancel,
    async read() {
      if (!piece) return new Promise(() => {});
      this.sizeInBytes += piece.length;
      return { done: false, value: piece };
    },
  };
}

test('a body with a declared length above the limit is answered with 413 before it arrives', async () => {
  const { receiver } = createObservedReceiver({ bodyTimeoutInMs: 5 });
  const body = createEndlessReader(undefined);

  const answer = await receiver.receive({ ...request, headers: { 'content-length': '65537' }, body });

  expect(answer.status).toBe(413);
  await body.given;
});

test.each([
  ['declares no length', {}],
  ['declares a length above the limit', { 'content-length': '65537' }],
  ['has another type', { 'content-type': 'image/png' }],
])('the rest of a refused body that %s is dropped up to 64 MiB, then given up', async (_title, headers) => {
  const { receiver } = createObservedReceiver({ bodyTimeoutInMs: 60_000 });
  const body = createEndlessReader(new Uint8Array(64 * 1024));

  await receiver.receive({ ...request, headers, body });
  await body.given;

  expect(body.sizeInBytes / 2 ** 20).toBeCloseTo(64, 0);
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

test('a body that arrives in time leaves no timer behind', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { receiver } = createObservedReceiver();

  const received = receiver.receive({ ...request, body: createReader(request.body, 10) });

  expect(vi.getTimerCount()).toBe(1);
  await received;
  expect(vi.getTimerCount()).toBe(0);
});
