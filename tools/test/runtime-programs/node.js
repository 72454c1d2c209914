import { once } from 'node:events';
import { createServer } from 'node:http';
import { openApiDocument, rules } from '@escrow-kit/spec';
import { createRequestValidator } from '@escrow-kit/spec/validate';
import { createWebhookReceiver, signedRequest } from '@escrow-kit/webhooks';
import { createMemoryInbox } from '@escrow-kit/webhooks/memory';
import { createNodeHandler } from '@escrow-kit/webhooks/node';
import { createSqliteInbox } from '@escrow-kit/webhooks/sqlite';
import { equal, paid, receiveInto, secret } from './web.js';

/** What needs Node: the document's validator, the inbox on node:sqlite, and the adapter for node:http over a real connection. */
export async function run() {
  equal(openApiDocument.openapi.startsWith('3.0') && 'PARTY-3' in rules, true);
  equal(createRequestValidator('linkUser')({})[0].rule, 'UAPI-1');

  const inbox = createSqliteInbox({ path: `inbox-${Math.random()}.db` });
  await receiveInto(inbox);
  await inbox.close();

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
