/** Calls back with the name of each server-sent event of a response, and whenever data arrives. Resolves at its end. */
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
    for (const block of blocks) {
      const name = /^event: ?(.*)$/m.exec(block)?.[1];
      if (name !== undefined) onEvent(name);
    }
  }
}
