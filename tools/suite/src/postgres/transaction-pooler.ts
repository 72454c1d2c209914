import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { acceptLogin, encode, isStartup, logIn, type Message, readMessages, StatementNames } from './wire-messages.ts';

/** A transaction pooler between a test and its database. */
export interface TransactionPooler {
  /** The address of the database, behind the pooler. */
  connectionString: string;
}

export interface TransactionPoolerOptions {
  /** How many connections to the server the clients share. */
  connections: number;
  /**
   * Strips the names of prepared statements, and parses what a client has prepared again for each use, so that they work on every
   * connection. Default: names are passed on, and a statement exists only on the connection where it was prepared.
   */
  stripsStatementNames?: boolean;
}

/**
 * Starts a pooler that gives a client a server connection for each transaction, as pgbouncer does in transaction mode. The one that was
 * idle for longest comes first, so that the clients soon share every session. If a client disconnects in a transaction, its server
 * connection is closed and replaced. The pooler ends with the test.
 */
export async function startTransactionPooler(
  databaseUrl: string,
  { connections, stripsStatementNames = false }: TransactionPoolerOptions,
): Promise<TransactionPooler> {
  const url = new URL(databaseUrl);
  const servers = new ServerConnections(url, connections);
  await servers.openAll();
  const clients = new Set<Socket>();
  const pooler = createServer((socket) => {
    track(socket, clients);
    serve(socket, servers, stripsStatementNames ? new StatementNames() : undefined);
  });
  pooler.listen(0, '127.0.0.1');
  await once(pooler, 'listening');
  onTestFinished(async () => {
    for (const socket of clients) socket.destroy();
    pooler.close();
    await once(pooler, 'close');
    servers.close();
  });
  const address = new URL(databaseUrl);
  address.port = String((pooler.address() as AddressInfo).port);
  return { connectionString: address.href };
}

/** Takes a server connection at the first message of each transaction, and returns it when the transaction has ended. */
function serve(socket: Socket, servers: ServerConnections, names: StatementNames | undefined): void {
  let isStarted = false;
  /** What was sent while it waited for a connection. */
  let held: Message[] = [];
  /** How many messages the server has not answered with ReadyForQuery. */
  let unanswered = 0;

  function start(message: Message): void {
    isStarted = isStartup(message);
    socket.write(isStarted ? acceptLogin(servers.greeting) : 'N');
  }

  function send(server: Socket, message: Message): void {
    if (message.type === 'Q' || message.type === 'S') unanswered += 1;
    server.write(Buffer.concat((names?.strip(message) ?? [message]).map(encode)));
  }

  const client: Client = {
    socket,
    onServer(server) {
      for (const message of held) send(server, message);
      held = [];
    },
    onAnswer(message) {
      if (names?.isForClient(message) ?? true) socket.write(encode(message));
      if (message.type !== 'Z') return;
      unanswered -= 1;
      if (unanswered === 0 && message.body.toString() === 'I') servers.giveBack(client);
    },
  };

  function take(message: Message): void {
    const server = servers.of(client);
    if (!isStarted) start(message);
    else if (message.type === 'X') socket.end();
    else if (server) send(server, message);
    else {
      held.push(message);
      servers.request(client);
    }
  }

  readMessages(socket, take, () => isStarted);
  socket.once('close', () => servers.drop(client));
}

/** A connection of the pooler's user. */
interface Client {
  socket: Socket;
  /** Called when it gets the server connection that it requested. */
  onServer(server: Socket): void;
  onAnswer(message: Message): void;
}

/** The connections to the server. Each is idle, or lent to one client until it is given back; a client waits if none is idle. */
class ServerConnections {
  /** What the server said at the last login. */
  greeting: readonly Message[] = [];
  readonly #url: URL;
  readonly #most: number;
  readonly #open = new Set<Socket>();
  readonly #idle = new Set<Socket>();
  readonly #lent = new Map<Client, Socket>();
  readonly #waiting = new Set<Client>();

  constructor(url: URL, most: number) {
    this.#url = url;
    this.#most = most;
  }

  async openAll(): Promise<void> {
    await Promise.all(Array.from({ length: this.#most }, () => this.#openOne()));
  }

  of(client: Client): Socket | undefined {
    return this.#lent.get(client);
  }

  request(client: Client): void {
    this.#waiting.add(client);
    this.#lend();
  }

  giveBack(client: Client): void {
    const server = this.#lent.get(client);
    this.#lent.delete(client);
    if (server) this.#idle.add(server);
    this.#lend();
  }

  /** Forgets a client that has gone. If it has a connection, that is in a transaction. */
  drop(client: Client): void {
    this.#waiting.delete(client);
    this.#lent.get(client)?.destroy();
  }

  close(): void {
    for (const server of this.#open) server.destroy();
  }

  #lend(): void {
    for (const server of this.#idle) {
      const [client] = this.#waiting;
      if (!client) return;
      this.#waiting.delete(client);
      this.#idle.delete(server);
      this.#lent.set(client, server);
      client.onServer(server);
    }
    // If the server refuses, the client that has waited for longest loses its connection.
    if (this.#waiting.size > 0 && this.#open.size < this.#most) {
      this.#openOne().catch(() => [...this.#waiting][0]?.socket.destroy());
    }
  }

  async #openOne(): Promise<void> {
    const server = connect(Number(this.#url.port), this.#url.hostname);
    const clientOf = () => [...this.#lent].find(([, lent]) => lent === server)?.[0];
    track(server, this.#open);
    server.once('close', () => {
      const client = clientOf();
      this.#idle.delete(server);
      if (client) this.#lent.delete(client);
      client?.socket.destroy();
      this.#lend();
    });
    this.greeting = await logIn(server, this.#url);
    readMessages(server, (message) => clientOf()?.onAnswer(message));
    this.#idle.add(server);
    this.#lend();
  }
}

/** Without a delay for small packets, of which the protocol has many. */
function track(socket: Socket, sockets: Set<Socket>): void {
  sockets.add(socket.setNoDelay());
  socket.on('error', () => {}).once('close', () => sockets.delete(socket));
}
