import { createWebhookReceiver, signedRequest } from '@escrow-kit/webhooks';
import { createSqliteInbox } from '@escrow-kit/webhooks/sqlite';
import { equal } from './equal.js';
import { paid, secret } from './signed-event.js';

/** The inbox on node:sqlite. */
export async function run() {
  const inbox = createSqliteInbox({ path: `inbox-${Math.random()}.db` });
  let resolve;
  const handled = new Promise((handle) => {
    resolve = handle;
  });
  const receiver = createWebhookReceiver({ secrets: secret, inbox, handlers: { PAID: resolve } });
  const request = signedRequest({ body: JSON.stringify(paid), secret });
  equal((await receiver.receive(request)).status, 200);
  receiver.start();
  equal((await handled).milestoneId, 'milestone-1');
  await receiver.stop();
  equal((await inbox.counts()).done, 1);
  await inbox.close();
}
