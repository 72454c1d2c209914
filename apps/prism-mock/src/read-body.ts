import type { IncomingMessage } from 'node:http';
import { bodyLimitInBytes } from './body-limits.ts';
import { Problem } from './problem.ts';

/**
 * Reads a body to its end. Throws a problem with status 413 if it is too large, and the connection's error if the client
 * leaves.
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // The rest is read and dropped, because a client that is still sending would not read the answer.
    if (size > bodyLimitInBytes) chunks = [];
    else chunks.push(chunk);
  }
  if (size > bodyLimitInBytes) {
    throw new Problem(413, {
      title: 'Content Too Large',
      detail: `This mock reads at most ${bodyLimitInBytes} bytes.`,
    });
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
