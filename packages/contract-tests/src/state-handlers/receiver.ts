import type { IncomingHttpHeaders } from 'node:http';
import { startLocalServer } from '../deployment/local-server.ts';
import { readRequest } from '../deployment/read-answer.ts';

/** An event as it arrived. */
export interface ReceivedEvent {
  headers: IncomingHttpHeaders & { 'service-signature'?: string };
  bytes: Buffer;
}

/** A receiver of webhooks on this machine. */
export interface Receiver {
  /** Opens a new address. */
  open(): EventAddress;
  close(): Promise<void>;
}

/** An address for the events of one check. It accepts every request until it expects an event. */
export interface EventAddress {
  url: string;
  /** From now on stores all requests, and refuses this many. */
  expect(refusals: number): void;
  /** The stored requests. */
  attempts(): ReceivedEvent[];
}

/** Starts a receiver on a free port. Requests to unknown addresses are accepted. */
export async function startReceiver(): Promise<Receiver> {
  const handlers = new Map<string, (event: ReceivedEvent) => number>();
  const { url, close } = await startLocalServer(async (request, response) => {
    const bytes = await readRequest(request).catch(() => undefined);
    if (!bytes) return void response.destroy();
    // An event is identified by its address and time, not by its content, which may be wrong.
    const status = handlers.get(request.url ?? '')?.({ headers: request.headers, bytes }) ?? 200;
    response.writeHead(status).end();
  });
  return {
    open() {
      const path = `/events/${handlers.size + 1}`;
      let refusals: number | undefined;
      const received: ReceivedEvent[] = [];
      handlers.set(path, (event) => {
        if (refusals === undefined) return 200;
        received.push(event);
        return received.length <= refusals ? 503 : 200;
      });
      return {
        url: `${url}${path}`,
        expect(wanted) {
          refusals = wanted;
        },
        attempts: () => [...received],
      };
    },
    close,
  };
}
