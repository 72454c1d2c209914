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

test('returns the same as text(): no byte order mark, and a replacement character for invalid bytes', async () => {
  const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff);

  expect(await readText(new Response(bytes), { limitInBytes: 5 })).toBe(await new Response(bytes).text());
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
