import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
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
  close(): void;
}

/** Starts a host that forwards requests below its path. */
export async function startHost(target: string): Promise<Host> {
  const seen = new Set<string>();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const path = (request.url ?? '').replace(/^\/base/, '');
    const method = request.method ?? '';
    // The address itself is requested to see whether anything answers.
    if (path !== '/') seen.add(findOperation(method, path.split('?')[0] ?? '')?.operation.host ?? 'none');
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
  return { url: `http://127.0.0.1:${port}/base/`, seen, close: () => server.close() };
}
