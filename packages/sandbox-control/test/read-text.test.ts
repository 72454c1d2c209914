import { expect, test } from 'vitest';
import { readText } from '../src/read-text.ts';

/** A body that never ends, and whether it was cancelled. */
function endless() {
  let isCancelled = false;
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(1000)),
    cancel() {
      isCancelled = true;
    },
  });
  return { response: new Response(body), isCancelled: () => isCancelled };
}

test.each(['', 'text', 'طاولة', '\ufeffmarked'])('reads %j as text() does', async (text) => {
  expect(await readText(new Response(text), 100)).toBe(await new Response(text).text());
});

test('reads no further than the limit, and cancels the rest', async () => {
  const { response, isCancelled } = endless();

  expect(await readText(response, 5000)).toBeUndefined();

  expect(isCancelled()).toBe(true);
});
