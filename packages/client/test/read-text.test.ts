import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { BodyTooLargeError, readText } from '../src/transport/read-text.ts';

/** A body in pieces, and whether the rest was cancelled. */
function inPieces(...pieces: (string | Uint8Array)[]) {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
    },
    cancel() {
      isCancelled = true;
    },
  });
  return { response: new Response(body), isCancelled: () => isCancelled };
}

test('returns the text of a body in pieces, even if they split a character', async () => {
  const [first, second] = [Uint8Array.of(0xd8), Uint8Array.of(0xb7)];
  const { response } = inPieces('a', first, second, 'bc', '', 'd'.repeat(5000));

  expect(await readText(response, { limitInBytes: 10_000 })).toBe(`aطbc${'d'.repeat(5000)}`);
});

test('returns the same as text(): no byte order mark, and a replacement character for invalid bytes', async () => {
  const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff);

  expect(await readText(new Response(bytes), { limitInBytes: 5 })).toBe(await new Response(bytes).text());
});

test.each([
  ['no body', new Response(null), ''],
  ['an empty body', new Response(''), ''],
  ['a body of the limit', new Response('x'.repeat(10)), 'x'.repeat(10)],
])('reads %s', async (_what, response, text) => {
  expect(await readText(response, { limitInBytes: 10 })).toBe(text);
});

test('stops after the piece that exceeds the limit, and cancels the rest', async () => {
  const { response, isCancelled } = inPieces('12345', '67890', '1', 'never read', 'never read');

  await expect(readText(response, { limitInBytes: 10 })).rejects.toBeInstanceOf(BodyTooLargeError);

  expect(isCancelled()).toBe(true);
});

test('refuses a long text of an implementation without a stream', async () => {
  const source = { text: async () => 'طططططط' };

  expect(await readText(source, { limitInBytes: 12 })).toBe('طططططط');
  await expect(readText(source, { limitInBytes: 11 })).rejects.toBeInstanceOf(BodyTooLargeError);
});

test.each(['before it begins', 'while it waits'])('ends with the reason of a signal that aborts %s', async (when) => {
  let isCancelled = false;
  const body = new ReadableStream({
    cancel() {
      isCancelled = true;
    },
  });
  const stop = new AbortController();
  const reason = new Error('over');
  if (when === 'before it begins') stop.abort(reason);

  const reading = readText(new Response(body), { limitInBytes: 10, signal: stop.signal });
  const rejected = expect(reading).rejects.toBe(reason);
  await setImmediate();
  stop.abort(reason);

  await rejected;
  expect(isCancelled).toBe(true);
});

test('rejects with the error of the stream', async () => {
  const failure = new Error('lost');
  const body = new ReadableStream({
    pull() {
      throw failure;
    },
  });

  await expect(readText(new Response(body), { limitInBytes: 10 })).rejects.toBe(failure);
});

test('reads pieces correctly that reuse the same memory', async () => {
  const memory = new Uint8Array(1);
  const letters = [...'abc'];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const letter = letters.shift();
        if (letter === undefined) return controller.close();
        memory[0] = letter.charCodeAt(0);
        controller.enqueue(memory);
      },
    },
    { highWaterMark: 0 },
  );

  expect(await readText(new Response(body), { limitInBytes: 10 })).toBe('abc');
});
