import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ContractEvent, createWebhookReceiver } from '@escrow-kit/webhooks';
import { createMemoryInbox } from '@escrow-kit/webhooks/memory';
import { createNodeHandler } from '@escrow-kit/webhooks/node';

/**
 * Serves a webhook receiver on a free port. `waitFor` resolves once the event of this milestone and status is verified, stored and
 * handled.
 */
export async function serveEvents(secret: string) {
  const inbox = createMemoryInbox();
  const handled = new Map<string, PromiseWithResolvers<void>>();
  const entryOf = (milestoneId: string | undefined, status: string) => {
    const key = `${milestoneId} ${status}`;
    const entry = handled.get(key) ?? Promise.withResolvers<void>();
    handled.set(key, entry);
    return entry;
  };
  const handle = ({ milestoneId, status }: ContractEvent) => entryOf(milestoneId, status).resolve();
  const handlers = { PAID: handle, CASHOUT_IN_PROGRESS: handle, COMPLETED: handle };
  const receiver = createWebhookReceiver({ secrets: secret, inbox, handlers });
  receiver.start();
  const server = createServer(createNodeHandler(receiver));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    waitFor: (milestoneId: string, status: string): Promise<void> => entryOf(milestoneId, status).promise,
    async close() {
      server.close();
      server.closeAllConnections();
      await receiver.stop();
      await inbox.close();
    },
  };
}
