import { once } from 'node:events';
import { createServer } from 'node:http';
import { createWebhookReceiver, signedRequest } from '@escrow-kit/webhooks';
import { createMemoryInbox } from '@escrow-kit/webhooks/memory';
import { createNodeHandler } from '@escrow-kit/webhooks/node';
import { equal } from './equal.js';
import { paid, secret } from './signed-event.js';

/** The adapter for node:http, over a real connection. */
export async function run() {
  const inbox = createMemoryInbox();
  const receiver = createWebhookReceiver({ secrets: secret, inbox, bodyLimitInBytes: 1000 });
  const server = createServer(createNodeHandler(receiver)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  const send = async (request) => (await fetch(url, request)).status;
  const request = signedRequest({ body: JSON.stringify(paid), secret });
  equal(await send(request), 200);
  equal(await send({ ...request, body: '{"status":"COMPLETED"}' }), 401);
  equal(await send({ ...request, body: 'a'.repeat(2000) }), 413);
  equal((await inbox.find()).length, 1);
  server.closeAllConnections();
  server.close();
}
