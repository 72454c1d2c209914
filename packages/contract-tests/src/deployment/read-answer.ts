import type { IncomingMessage } from 'node:http';
import { BodyTooLargeError, readText } from '@escrow-kit/limited-body';

/** The most bytes of one answer or request that are read, decoded: a multiple of what any contract has. Our choice: not shown. */
const bodyLimitInBytes = 4 * 1024 * 1024;

/** The text of an answer. Rejects if it is longer than the limit, and reads no further. */
export const readAnswer = (response: Response): Promise<string> =>
  readText(response, { limitInBytes: bodyLimitInBytes });

/** The bytes of a request to this machine. Rejects if it is longer than the limit, which ends its connection. */
export async function readRequest(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > bodyLimitInBytes) throw new BodyTooLargeError(bodyLimitInBytes);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
