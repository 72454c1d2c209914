import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readRequest } from '../deployment/read-answer.ts';

/** An event as it arrived. */
export interface ReceivedEvent {
  headers: IncomingHttpHeaders & { 'service-signature'?: string };
  bytes: Buffer;
}

/** A receiver of webhooks on this machine. */
export interface Receiver {
  /** Opens a new address. Late attempts at earlier addresses are answered with 200. */
  nextUrl(): string;
  /** From now on stores all requests, and refuses this many. */
  expect(refusals: number): void;
  /** The stored requests. */
  attempts(): ReceivedEvent[];
  close(): Promise<void>;
}

/**
 * Starts a receiver on a free port. It either accepts every request, or expects an event: then it stores the requests to its
 * newest address, and refuses the first of them. `expect` moves it to the latter, and `nextUrl` back, with nothing stored.
 */
export async function startReceiver(): Promise<Receiver> {
  let count = 0;
  let refusals: number | undefined;
  let received: ReceivedEvent[] = [];
  const server = createServer(async (request, response) => {
    const bytes = await readRequest(request).catch(() => undefined);
    if (!bytes) return void response.destroy();
    // An event is identified by its address and time, not by its content, which may be wrong.
    const isExpected = refusals !== undefined && request.url === `/events/${count}`;
    if (isExpected) received.push({ headers: request.headers, bytes });
    response.writeHead(isExpected && received.length <= (refusals ?? 0) ? 503 : 200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    nextUrl() {
      count += 1;
      refusals = undefined;
      received = [];
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/events/${count}`;
    },
    expect(wanted) {
      refusals = wanted;
    },
    attempts: () => [...received],
    async close() {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}
