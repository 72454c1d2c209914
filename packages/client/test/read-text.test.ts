import { expect, test } from 'vitest';
import { BodyTooLargeError, readText } from '../src/transport/read-text.ts';

test('returns the same as text(): no byte order mark, and a replacement character for invalid bytes', async () => {
  const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff);

  expect(await readText(new Response(bytes), { limitInBytes: 5 })).toBe(await new Response(bytes).text());
});

test('refuses a long text of an implementation without a stream', async () => {
  const source = { text: async () => 'طططططط' };

  expect(await readText(source, { limitInBytes: 12 })).toBe('طططططط');
  await expect(readText(source, { limitInBytes: 11 })).rejects.toBeInstanceOf(BodyTooLargeError);
});

test('reads pieces correctly that reuse the same memory, and parts of characters', async () => {
  const memory = new Uint8Array(1);
  const bytes = [...new TextEncoder().encode('سارة')];
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const byte = bytes.shift();
        if (byte === undefined) return controller.close();
        memory[0] = byte;
        controller.enqueue(memory);
      },
    },
    { highWaterMark: 0 },
  );

  expect(await readText(new Response(body), { limitInBytes: 10 })).toBe('سارة');
});
