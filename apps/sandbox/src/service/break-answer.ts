import type { ServerResponse } from 'node:http';
import type { Answer } from '../http/answer.ts';

/** How long a dropped request is held at most: longer than clients wait. */
const longestDropInMs = 120_000;

/** Breaks the connection on which an answer would go out, as its fault says. False where the answer goes out as it is. */
export function breakAnswer(
  answer: Answer,
  { outgoing, stopping }: { outgoing: ServerResponse; stopping: AbortSignal },
): boolean {
  switch (answer.fault?.kind) {
    case 'reset':
      outgoing.socket?.resetAndDestroy();
      return true;
    case 'truncate':
      sendHalf(outgoing, answer);
      return true;
    case 'drop':
      hold(outgoing, stopping);
      return true;
    default:
      return false;
  }
}

/** Announces the whole body and sends the first half of it. */
function sendHalf(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  const bytes = Buffer.from(JSON.stringify(body) ?? '{}');
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers, 'content-length': bytes.length });
  outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => outgoing.destroy());
}

/** Never answers: until the client goes, the sandbox stops, or nobody can be waiting any more. */
function hold(outgoing: ServerResponse, stopping: AbortSignal): void {
  const drop = () => outgoing.destroy();
  const timer = setTimeout(drop, longestDropInMs);
  stopping.addEventListener('abort', drop, { once: true });
  outgoing.once('close', () => {
    clearTimeout(timer);
    stopping.removeEventListener('abort', drop);
  });
}
