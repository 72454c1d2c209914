import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request as it arrived: its bytes and its signature. */
interface CapturedRequest {
  body: Buffer;
  signature: string | undefined;
}

/** A receiver that stores the bytes of its requests. */
export interface Capture {
  url: string;
  requests: CapturedRequest[];
  close(): void;
}

/** Starts a receiver on a free port, which answers 200. */
export async function captureRequests(): Promise<Capture> {
  const requests: CapturedRequest[] = [];
  const server = createServer(async (request, response) => {
    requests.push({ body: await buffer(request), signature: request.headers['service-signature']?.toString() });
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/webhooks`, requests, close: () => server.close() };
}
