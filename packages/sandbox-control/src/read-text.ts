/** The text of an answer; undefined if it is longer than the limit. Then its connection ends. */
export async function readText({ body }: Response, limitInBytes: number): Promise<string | undefined> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return texts.join('') + decoder.decode();
    length += value.length;
    if (length > limitInBytes) {
      // Nobody needs to know when it has ended.
      reader.cancel().catch(() => {});
      return undefined;
    }
    texts.push(decoder.decode(value, { stream: true }));
  }
}
