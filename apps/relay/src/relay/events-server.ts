import { createServer, type Server } from 'node:http';
import type { WebhookReceiver } from '@escrow-kit/webhooks';
import { createNodeHandler } from '@escrow-kit/webhooks/node';

/** The server that the service sends its events to. It has nothing else but `/health` and `/ready`. */
export function createEventsServer({
  receiver,
  isReady,
}: {
  /** The receiver for a request. */
  receiver: () => WebhookReceiver;
  /** Whether an event could be stored. */
  isReady: () => Promise<boolean>;
}): Server {
  return createServer(async (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const [path] = (request.url ?? '').split('?');
    if (isRead && path === '/health') return void response.writeHead(200, plain).end('ok\n');
    if (isRead && path === '/ready') {
      const ready = await isReady();
      return void response
        .writeHead(ready ? 200 : 503, plain)
        .end(ready ? 'ready\n' : "an event can't be stored; the log says why\n");
    }
    await createNodeHandler(receiver())(request, response);
  });
}

const plain = { 'content-type': 'text/plain' };
