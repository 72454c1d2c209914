import type { IncomingMessage } from 'node:http';

/** The limit of one answer or request, decompressed: far above any contract. Our choice: not shown. */
const bodyLimitInBytes = 4 * 1024 * 1024;

/** The text of an answer. Rejects if it is longer than the limit, reads no further, and ends its connection. */
export const readAnswer = async ({ body }: Response): Promise<string> =>
  new TextDecoder().decode(body ? await readBytes(body) : undefined);

/** The bytes of a request to this machine. Rejects as `readAnswer` does. */
export const readRequest = (request: IncomingMessage): Promise<Buffer<ArrayBuffer>> => readBytes(request);

async function readBytes(body: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  // One growing array, because a chunk may be a single byte that keeps a large buffer in memory.
  const buffer = new ArrayBuffer(0, { maxByteLength: bodyLimitInBytes });
  const bytes = new Uint8Array(buffer);
  // Leaving the loop early cancels the rest.
  for await (const chunk of body) {
    const length = bytes.length;
    if (length + chunk.length > bodyLimitInBytes) {
      throw new Error(`The body has more than ${bodyLimitInBytes} bytes, and was not read further.`);
    }
    buffer.resize(length + chunk.length);
    bytes.set(chunk, length);
  }
  return Buffer.from(bytes);
}
