import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { until } from '@escrow-kit/suite/until';
import { onTestFinished } from 'vitest';

/** A request that an endpoint got. */
export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** An endpoint of a user, in whatever language. */
export interface Endpoint {
  url: string;
  received: Received[];
  /** How it answers from now on. Default: 200. */
  answer: (response: ServerResponse, request: IncomingMessage) => void;
  /** Breaks off its connections, and refuses others until `accept`. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
}

export async function startEndpoint(): Promise<Endpoint> {
  const endpoint: Endpoint = {
    url: '',
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
  const server = createServer(async (request, response) => {
    const body = await text(request);
    endpoint.received.push({ headers: request.headers, body });
    endpoint.answer(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  endpoint.url = `http://127.0.0.1:${port}/webhooks`;
  return endpoint;
}
