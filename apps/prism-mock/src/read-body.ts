import type { IncomingMessage } from 'node:http';
import { ProblemJsonError } from '@stoplight/prism-http';

const bodyLimitInBytes = 1024 * 1024;

/**
 * Reads a body to its end. Throws a problem with status 413 above one MiB (our choice: the service shows no limit), and
 * the connection's error where the client leaves.
 */
export async function readBody(request: IncomingMessage): Promise<string> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // The rest is read and dropped: a client that is still sending would not get to read an answer.
    if (size > bodyLimitInBytes) chunks = [];
    else chunks.push(chunk);
  }
  if (size > bodyLimitInBytes) {
    throw new ProblemJsonError(
      'about:blank',
      'Content Too Large',
      413,
      `This mock reads at most ${bodyLimitInBytes} bytes.`,
    );
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
