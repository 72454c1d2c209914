import { once } from 'node:events';
import { createServer } from 'node:http';
import { createWebhookReceiver, signedRequest } from '@escrow-kit/webhooks';
import { createMemoryInbox } from '@escrow-kit/webhooks/memory';
import { createNodeHandler } from '@escrow-kit/webhooks/node';
import { equal, paid, secret } from './shared.js';

/** The adapter for node:http, over a real connection. */
export async function run() {
  const receiver = createWebhookReceiver({ secrets: secret, inbox: createMemoryInbox(), bodyLimitInBytes: 1000 });
  const server = createServer(createNodeHandler(receiver)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const send = async (request) => (await fetch(`http://127.0.0.1:${server.address().port}`, request)).status;
  const request = signedRequest({ body: JSON.stringify(paid), secret });
  equal(await send(request), 200);
  equal(await send({ ...request, body: '{"status":"COMPLETED"}' }), 401);
  equal(await send({ ...request, body: 'a'.repeat(2000) }), 413);
  server.closeAllConnections();
  server.close();
}
