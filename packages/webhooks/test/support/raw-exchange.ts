import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends bytes to a server as they are and leaves the connection open; resolves with all that the server answered. */
export async function exchange(url: string, lines: string[], body: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  let answer = '';
  for await (const chunk of socket.setEncoding('utf8')) {
    answer += chunk;
    // The server may leave the connection open, but the plain text of an answer ends with a line end.
    if (/\r\n\r\n[\s\S]*\n/.test(answer)) break;
  }
  socket.destroy();
  return answer;
}
