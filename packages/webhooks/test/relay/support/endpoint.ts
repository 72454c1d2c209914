import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { until } from '@escrow-kit/suite/until';
import { onTestFinished } from 'vitest';
import { listenOn } from '../../support/listen.ts';

/** A request that an endpoint got. */
interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** An endpoint of a user, in whatever language. */
export interface Endpoint {
  url: string;
  received: Received[];
  /** How it answers from now on. Default: 200. */
  answer: (response: ServerResponse, request: Received) => void;
  /** Breaks off its connections, and refuses others until `accept`. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
}

export async function startEndpoint(): Promise<Endpoint> {
  const server = createServer(async (request, response) => {
    const received = { headers: request.headers, body: await text(request) };
    endpoint.received.push(received);
    endpoint.answer(response, received);
  });
  const endpoint: Endpoint = {
    url: `${await listenOn(server)}/webhooks`,
    received: [],
    answer: (response) => void response.end(),
    async refuse() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    async accept() {
      // Somebody else may have the port for a moment.
      await until(async () => {
        server.listen(Number(new URL(endpoint.url).port), '127.0.0.1');
        await once(server, 'listening');
      });
    },
  };
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return endpoint;
}
