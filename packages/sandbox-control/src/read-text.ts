/** A body has more bytes, decoded, than are read. */
export class BodyTooLargeError extends Error {}

/** The text of an answer. Rejects with a BodyTooLargeError if it is longer than the limit, and ends its connection. */
export async function readText({ body }: Response, limitInBytes: number): Promise<string> {
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
      throw new BodyTooLargeError(`The answer has more than ${limitInBytes} bytes.`);
    }
    texts.push(decoder.decode(value, { stream: true }));
  }
}
