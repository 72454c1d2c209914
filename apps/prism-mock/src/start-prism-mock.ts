import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { refuseOldNode } from '@escrow-kit/shared/describe-old-node';
import { isLoopback } from '@escrow-kit/shared/is-loopback';
import manifest from '../package.json' with { type: 'json' };
import { createHandler } from './create-handler.ts';
import { supervisePrism } from './supervise-prism.ts';

/** Options of the mock. */
export interface PrismMockOptions {
  /** 0 takes a free port. Default: 4010. */
  port?: number;
  /** Default: `127.0.0.1`, so that neither another machine nor a web page by DNS rebinding reaches the mock. */
  host?: string;
  /**
   * Called with a line for each answer of an operation: operation, status and broken rule, as in `addParties 400 PARTY-3`; and
   * `prism started again` after a crash of Prism. No line contains anything that the caller sent. Default: none.
   */
  log?: (line: string) => void;
}

/** A running mock. */
export interface PrismMock {
  /** Serves every host of the document, without a slash at the end. */
  url: string;
  /** Ends all connections and Prism, and frees the port. May be called again. */
  close(): Promise<void>;
}

/**
 * Serves the OpenAPI document with Prism, which runs in a separate process until the mock is closed or this process ends.
 * Stateless: every answer is an example of the document. Rejects with Node's error if it can't listen, such as the code
 * `EADDRINUSE`, with Prism's last output if Prism does not start within 30 s, and with one sentence on a Node older than 24.18.
 */
export async function startPrismMock({
  port = 4010,
  host = '127.0.0.1',
  log = () => {},
}: PrismMockOptions = {}): Promise<PrismMock> {
  refuseOldNode(manifest.engines.node);
  const server = createServer().listen({ port, host });
  await once(server, 'listening');
  const end = () => server.close().closeAllConnections();
  try {
    // Only now, so that a taken port starts no Prism. No request is read before the handler is there.
    const prism = supervisePrism({ onRestart: () => log('prism started again') });
    server.on('request', createHandler({ prism, log, isLoopbackOnly: isLoopback(host) }));
    await prism.ready();
    const close = () => {
      end();
      return prism.close();
    };
    return { url: urlOf(server.address() as AddressInfo), close };
  } catch (error) {
    end();
    throw error;
  }
}

const urlOf = ({ address, port, family }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
