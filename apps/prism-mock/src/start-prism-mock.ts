import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeOldNode } from '@escrow-kit/shared/this-machine';
import manifest from '../package.json' with { type: 'json' };
import { answerRequest } from './answer-request.ts';
import { createProblem, supervisePrism } from './prism.ts';

/** Options of the mock. */
export interface PrismMockOptions {
  /** 0 selects a free port. Default: 4010. */
  port?: number;
  /** Default: `127.0.0.1`, so that neither another machine nor a web page by DNS rebinding reaches the mock. */
  host?: string;
  /** Receives a line for each answer, such as `addParties 400 PARTY-3`, without anything that was sent. Default: none. */
  log?: (line: string) => void;
}

/** A running mock. */
export interface PrismMock {
  /** Serves every host of the document, without a slash at the end. */
  url: string;
  /** Ends all connections and Prism and frees the port. Can be called again. */
  close(): Promise<void>;
}

/**
 * Serves the OpenAPI document with Prism, which runs in a separate process until the mock is closed or this process ends.
 * Stateless: every response is an example of the document. Rejects with Node's error if it cannot listen, such as `EADDRINUSE`, if Prism
 * does not start within 30 s, and on a Node older than 24.18.
 */
export async function startPrismMock(options: PrismMockOptions = {}): Promise<PrismMock> {
  const { port = 4010, host = '127.0.0.1', log = () => {} } = options;
  const oldNode = describeOldNode(manifest.engines.node);
  if (oldNode) throw new Error(oldNode);
  const server = createServer().listen({ port, host });
  await once(server, 'listening');
  // Only now, so that a taken port starts no Prism. No request is read before its handler is there.
  const prism = supervisePrism({ onRestart: () => log('prism restarted') });
  server.on('request', async (request, response) => {
    // The message of an unknown error may contain what the caller sent.
    const { status, headers, body } = await answerRequest(request, { prism, host, log }).catch(
      (error) => error.answer ?? createProblem(500, 'The mock failed.').answer,
    );
    // The client may have left.
    if (!response.destroyed) response.writeHead(status, headers).end(body);
  });
  const close = async (): Promise<void> => {
    server.close().closeAllConnections();
    await prism.close();
  };
  // Prism is ready when it answers anything.
  const ready = prism.send({ method: 'GET', path: '/', headers: {}, body: '' });
  ready.catch(close);
  await ready;
  const { address, family, port: taken } = server.address() as AddressInfo;
  return { url: `http://${family === 'IPv6' ? `[${address}]` : address}:${taken}`, close };
}
