import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A message of HTTP/1.1 as bytes: head and trailers as they are, the body without its chunks. */
export interface RawMessage {
  head: string;
  body: Buffer;
  /** With the empty line; empty without chunks. */
  trailers: string;
}

const emptyLine = '\r\n\r\n';

/** Reads the first message of some bytes. Undefined while it is not complete. `bodyless`: for an answer to HEAD. */
export function readMessage(bytes: Buffer, { isBodyless = false } = {}): RawMessage | undefined {
  const end = bytes.indexOf(emptyLine);
  if (end < 0) return undefined;
  const head = bytes.subarray(0, end + emptyLine.length).toString('latin1');
  const rest = bytes.subarray(head.length);
  if (isBodyless || /^HTTP\/1\.1 (1\d\d|204|304)/.test(head)) return { head, body: Buffer.alloc(0), trailers: '' };
  if (/^transfer-encoding:/im.test(head)) return readChunks(head, rest);
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  return rest.length < length ? undefined : { head, body: rest.subarray(0, length), trailers: '' };
}

function readChunks(head: string, bytes: Buffer): RawMessage | undefined {
  const chunks: Buffer[] = [];
  for (let position = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', position);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.subarray(position, lineEnd).toString('latin1'), 16);
    if (size === 0) {
      const end = bytes.indexOf(emptyLine, lineEnd);
      if (end < 0) return undefined;
      const trailers = bytes.subarray(lineEnd + 2, end + emptyLine.length).toString('latin1');
      return { head, body: Buffer.concat(chunks), trailers };
    }
    const chunk = bytes.subarray(lineEnd + 2, lineEnd + 2 + size);
    if (chunk.length < size) return undefined;
    chunks.push(chunk);
    position = lineEnd + 2 + size + 2;
  }
}

/** The port of a server that gives each connection to `serve`, until the test ends. */
export async function listenRaw(serve: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket.on('error', () => {}));
    serve(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Connects to a port of this machine, until the test ends. */
export async function connectRaw(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }).on('error', () => {});
  await once(socket, 'connect');
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** Collects what a socket receives. Resolves once it is enough, or the connection has ended. */
export function receive(socket: Socket, isEnough: (received: Buffer) => boolean = () => false): Promise<Buffer> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    const end = (): void => {
      // What comes next waits for the next call.
      socket.pause().off('data', add).off('close', end).off('end', end);
      resolve(received);
    };
    const add = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      if (isEnough(received)) end();
    };
    socket.on('data', add).once('close', end).once('end', end).resume();
  });
}

export const getRequest = 'GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n';

export const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

export const isMessage = (bytes: Buffer): boolean => readMessage(bytes) !== undefined;

/** A service that gets each connection, as an address. */
export const serveRaw = async (serveSocket: (socket: Socket) => void): Promise<string> =>
  `http://127.0.0.1:${await listenRaw(serveSocket)}`;

/** A service that answers each request on each connection. */
export const answerRaw = (answer: string): Promise<string> =>
  serveRaw(async (socket) => {
    for (;;) {
      const request = await receive(socket, isMessage);
      if (!isMessage(request)) return;
      socket.write(answer);
    }
  });

/** Sends bytes and returns everything that comes until the connection ends or it is enough. */
export async function exchangeRaw(
  port: number,
  request: string,
  isEnough?: (received: Buffer) => boolean,
): Promise<string> {
  const socket = await connectRaw(port);
  socket.write(request, 'latin1');
  return (await receive(socket, isEnough)).toString('latin1');
}
