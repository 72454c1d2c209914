import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { findOperation } from '@escrow-kit/spec';

/** A host in front of a sandbox. */
export interface Host {
  /** An address with a path. */
  url: string;
  /**
   * The hosts that the document names for the received operations; `none` for a request that is not an operation or not below
   * the path.
   */
  seen: ReadonlySet<string>;
  /** The most requests at the same time. */
  mostAtOnce(): number;
  close(): void;
}

/** Starts a host that forwards requests below its path, each after a delay. It never answers calls of `hangsAt`. */
export async function startHost(
  target: string,
  { hangsAt, delayInMs = 0 }: { hangsAt?: string; delayInMs?: number } = {},
): Promise<Host> {
  const seen = new Set<string>();
  let open = 0;
  let most = 0;
  const server = createServer(async (request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => {
      open -= 1;
    });
    const body = await buffer(request);
    const path = (request.url ?? '').replace(/^\/base/, '');
    const method = request.method ?? '';
    const operation = findOperation(method, path.split('?')[0] ?? '')?.operation;
    // The address itself is requested to see whether anything answers.
    if (path !== '/') seen.add(operation?.host ?? 'none');
    if (operation && operation.id === hangsAt) return;
    await pause(delayInMs);
    const { authorization, 'content-type': type } = request.headers;
    const answered = await fetch(`${target}${path}`, {
      method,
      headers: { ...(authorization && { authorization }), ...(type && { 'content-type': type }) },
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const contentType = answered.headers.get('content-type');
    response.writeHead(answered.status, contentType ? { 'content-type': contentType } : {});
    response.end(await answered.text());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/base/`, seen, mostAtOnce: () => most, close };

  function close(): void {
    server.close();
    server.closeAllConnections();
  }
}
