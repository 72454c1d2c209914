import { createSqliteInbox } from '@escrow-kit/webhooks/sqlite';
import { receiveInto } from './web.js';

/** The inbox on node:sqlite. */
export async function run() {
  const inbox = createSqliteInbox({ path: `inbox-${Math.random()}.db` });
  await receiveInto(inbox);
  await inbox.close();
}
