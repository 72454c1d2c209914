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
  /** Refuses this many requests from now on, and keeps all requests. */
  expect(refusals: number): void;
  /** The requests since then. */
  attempts(): ReceivedEvent[];
  close(): Promise<void>;
}

/** Starts a receiver on a free port. An unexpected request is answered with 200. */
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
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
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
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
