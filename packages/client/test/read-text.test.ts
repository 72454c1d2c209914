import { expect, test } from 'vitest';
import { failureOf } from './support/failure-of.ts';
import { clientOf } from './support/scripted-client.ts';

/** The text of a refusal with this answer, as the client reads it. */
async function textOf(answer: Response, maxAnswerInBytes: number): Promise<unknown> {
  const { client } = clientOf([() => answer]);
  const params = { path: { userId: 'usr_1' } };
  const { error } = await client.hosts.users.GET('/users/{userId}', { params, maxAnswerInBytes });
  return error;
}

test('an answer is read as text() does: no byte order mark, and a replacement character for invalid bytes', async () => {
  const bytes = Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff);

  const text = await textOf(new Response(bytes, { status: 400 }), 5);

  expect(text).toBe(await new Response(bytes).text());
});

test('an answer of an implementation without a stream is read within the limit', async () => {
  const answer = { ok: false, status: 400, headers: new Headers(), text: async () => 'طططططط' } as Response;

  expect(await textOf(answer, 12)).toBe('طططططط');
  expect(await failureOf(textOf(answer, 11))).toMatchObject({ code: 'decode' });
});

test('pieces that reuse the same memory, and parts of characters, are read correctly', async () => {
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

  expect(await textOf(new Response(body, { status: 400 }), 10)).toBe('سارة');
});
