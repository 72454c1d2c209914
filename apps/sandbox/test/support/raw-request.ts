import { connect } from 'node:net';

/** Sends bytes as they are, which no HTTP client would, and returns the status of the answer; NaN without an answer. */
export function sendRaw(
  url: string,
  bytes: string | Buffer,
  { breaksOff = false }: { breaksOff?: boolean } = {},
): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      if (breaksOff) socket.end(bytes);
      else socket.write(bytes);
    });
    let answer = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    // A server that refuses may close before everything is sent. What it answered counts.
    socket.once('error', () => {});
    socket.once('close', () => resolve(Number(answer.split(' ')[1])));
  });
}
