import { expect, onTestFinished, test, vi } from 'vitest';
import type { BodyReader } from '../src/receiver/webhook-request.ts';
import { createObservedReceiver, requestFor } from './support/receiver.ts';

/** A body in pieces of a length, and whether its rest was refused. */
function createReader(body: string, pieceInBytes: number): BodyReader & { cancelled: boolean } {
  const bytes = new TextEncoder().encode(body);
  let offset = 0;
  return {
    cancelled: false,
    async read() {
      const value = bytes.subarray(offset, offset + pieceInBytes);
      offset += pieceInBytes;
      return value.length > 0 ? { done: false, value } : { done: true };
    },
    cancel() {
      this.cancelled = true;
    },
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

test('the limit is counted in bytes, and the rest of a body above it is not read', async () => {
  const { receiver } = createObservedReceiver({ bodyLimitInBytes: 10 });
  const body = createReader('é'.repeat(12), 6);

  expect(await receiver.receive({ ...request, body: 'é'.repeat(6) })).toMatchObject({ status: 413 });
  expect(await receiver.receive({ ...request, body })).toMatchObject({ status: 413 });
  expect(body.cancelled).toBe(true);
});

test('a body with a declared length above the limit is not read', async () => {
  const { receiver } = createObservedReceiver();
  const body: BodyReader = { read: () => expect.unreachable('the body was read'), cancel() {} };

  const answer = await receiver.receive({ ...request, headers: { 'content-length': '65537' }, body });

  expect(answer.status).toBe(413);
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
