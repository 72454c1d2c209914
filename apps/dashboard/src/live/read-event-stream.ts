/** The longest event, in characters: the names of the sandbox's events are a few. */
const longestEvent = 64 * 1024;

/**
 * Calls back with the name of each server-sent event of a response, and whenever data arrives. Resolves at its end; rejects, and
 * closes the connection, if an event is too long.
 */
export async function readEventStream(
  response: Response,
  { onEvent, onSign }: { onEvent(name: string): void; onSign(): void },
): Promise<void> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onSign();
    const blocks = (text + value).split('\n\n');
    text = blocks.pop() ?? '';
    if (text.length > longestEvent) {
      await reader.cancel();
      throw new Error(`An event has more than ${longestEvent} characters.`);
    }
    for (const block of blocks) {
      const name = /^event: ?(.*)$/m.exec(block)?.[1];
      if (name !== undefined) onEvent(name);
    }
  }
}
