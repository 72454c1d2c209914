import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Connects to a server and sends bytes as they are; reads nothing. */
export async function open(url: string, lines: string[], body = ''): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  // A server that closes resets what is still being sent; the write in progress fails as well.
  socket.on('error', () => {});
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  return socket;
}

/** Reads what a server answers, until its answer or the connection ends. */
export async function readAnswer(socket: Socket, until: 'answered' | 'closed' = 'answered'): Promise<string> {
  let answer = '';
  for await (const chunk of socket.setEncoding('utf8')) {
    answer += chunk;
    // The server may leave the connection open, but the plain text of an answer ends with a line end.
    if (until === 'answered' && /\r\n\r\n[\s\S]*\n/.test(answer)) break;
  }
  socket.destroy();
  return answer;
}

/** Sends bytes to a server as they are and leaves the connection open; returns all that the server answered. */
export async function exchange(url: string, lines: string[], body: string): Promise<string> {
  return readAnswer(await open(url, lines, body));
}

const mebibyte = Buffer.alloc(1024 * 1024, 32);

/** Sends a body of so many MiB, and reads nothing before all of it is sent, as many callers do. */
export async function sendThenRead(url: string, lines: string[], count: number): Promise<string> {
  const socket = await open(url, [...lines, `content-length: ${count * mebibyte.length}`]);
  for (let sent = 0; sent < count; sent += 1) {
    await new Promise<void>((resolve, reject) => {
      socket.write(mebibyte, (error) => (error ? reject(error) : resolve()));
    });
  }
  return readAnswer(socket);
}
