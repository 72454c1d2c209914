import { buffer } from 'node:stream/consumers';
import { startServer } from '../support/serve.ts';

/** A request as it arrived: its bytes and its signature. */
interface CapturedRequest {
  body: Buffer;
  signature: string | undefined;
}

/** A receiver that stores the bytes of its requests. */
export interface Capture {
  url: string;
  requests: CapturedRequest[];
  close(): Promise<void>;
}

/** Starts a receiver on a free port, which answers 200. */
export async function captureRequests(): Promise<Capture> {
  const requests: CapturedRequest[] = [];
  const { url, close } = await startServer(async (request, response) => {
    requests.push({ body: await buffer(request), signature: request.headers['service-signature']?.toString() });
    response.end();
  });
  return { url: `${url}/webhooks`, requests, close };
}
