import type { Socket } from 'node:net';

/** A message of PostgreSQL's protocol. The first ones of a client have no type. */
export interface Message {
  type: string;
  body: Buffer;
}

const protocolVersion = 196_608;
const cleartextPassword = 3;

export function encode({ type, body }: Message): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(length.length + body.length);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/** Reads the messages of a connection. They have a type as soon as `isStarted`. */
export function readMessages(socket: Socket, onMessage: (message: Message) => void, isStarted = () => true): void {
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (data) => {
    rest = Buffer.concat([rest, data]);
    for (;;) {
      const typeLength = isStarted() ? 1 : 0;
      const begin = typeLength + 4;
      const end = rest.length < begin ? Number.POSITIVE_INFINITY : typeLength + rest.readInt32BE(typeLength);
      if (rest.length < end) return;
      const message = { type: rest.toString('latin1', 0, typeLength), body: rest.subarray(begin, end) };
      rest = rest.subarray(end);
      onMessage(message);
    }
  });
}

/** Whether a message without a type starts a session. Others ask for encryption. */
export const isStartup = ({ body }: Message): boolean => body.readInt32BE() === protocolVersion;

/** Tells a client that it is logged in, with what a server said to another one. */
export const acceptLogin = (greeting: readonly Message[]): Buffer =>
  Buffer.concat([{ type: 'R', body: Buffer.alloc(4) }, ...greeting, { type: 'Z', body: Buffer.from('I') }].map(encode));

/** Logs in with a password in clear text, which the servers of `startPostgres` ask for. Resolves with what the server says. */
export function logIn(socket: Socket, { username, password, pathname }: URL): Promise<Message[]> {
  const version = Buffer.alloc(4);
  version.writeInt32BE(protocolVersion);
  const parameters = ['user', username, 'database', pathname.slice(1), 'client_encoding', 'UTF8', '', ''].join('\0');
  socket.write(encode({ type: '', body: Buffer.concat([version, Buffer.from(parameters)]) }));
  const greeting: Message[] = [];
  return new Promise((resolve, reject) => {
    socket.on('close', () => reject(new Error('The server closed the connection.')));
    readMessages(socket, (message) => {
      if (message.type === 'R' && message.body.readInt32BE() === cleartextPassword) {
        socket.write(encode({ type: 'p', body: Buffer.from(`${decodeURIComponent(password)}\0`) }));
      } else if (message.type === 'S' || message.type === 'K') greeting.push(message);
      if (message.type !== 'Z') return;
      socket.removeAllListeners('data');
      resolve(greeting);
    });
  });
}

/** The prepared statements of a client, whose names a pooler strips. */
export class StatementNames {
  /** The unnamed Parse of each name. */
  readonly #parses = new Map<string, Message>();
  /** The name of what was parsed last. Another client may replace it after a Sync. */
  #parsed: string | undefined;
  /** How many answers to repeated Parses are to come. The client must not see them. */
  #repeated = 0;

  /** Strips the name in a message. What it refers to is parsed again before it. */
  strip(message: Message): Message[] {
    const { type, body } = message;
    if (type === 'S') this.#parsed = undefined;
    const isAboutStatement = 'PB'.includes(type) || ('DC'.includes(type) && body.toString('latin1', 0, 1) === 'S');
    if (!isAboutStatement) return [message];
    // A Bind begins with the name of a portal.
    const begin = type === 'B' ? body.indexOf(0) + 1 : Number(type !== 'P');
    const end = body.indexOf(0, begin);
    const name = body.toString('utf8', begin, end);
    const stripped = { type, body: Buffer.concat([body.subarray(0, begin), body.subarray(end)]) };
    if (type === 'P') this.#parses.set(name, stripped);
    const parse = type === 'P' || type === 'C' || name === this.#parsed ? undefined : this.#parses.get(name);
    this.#parsed = name;
    if (!parse) return [stripped];
    this.#repeated += 1;
    return [parse, stripped];
  }

  /** Whether the client may see an answer of the server. */
  isForClient({ type }: Message): boolean {
    if (type === 'Z') this.#repeated = 0;
    if (type !== '1' || this.#repeated === 0) return true;
    this.#repeated -= 1;
    return false;
  }
}
