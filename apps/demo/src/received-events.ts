import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ContractEvent, createWebhookReceiver, type Inbox } from '@escrow-kit/webhooks';
import { createMemoryInbox } from '@escrow-kit/webhooks/memory';
import { createNodeHandler } from '@escrow-kit/webhooks/node';

/** A shop's endpoint for webhooks. */
export interface EventEndpoint {
  url: string;
  /** Resolves with the event of this milestone and status once it is verified, stored and handled. */
  waitFor(milestoneId: string, status: ContractEvent['status']): Promise<ContractEvent>;
  close(): Promise<void>;
}

/** Serves a webhook receiver on a free port, and resolves `waitFor` when its event is handled. */
export async function serveEvents(secret: string): Promise<EventEndpoint> {
  const inbox: Inbox = createMemoryInbox();
  const handled = createHandledEvents();
  const handlers = { PAID: handled.add, CASHOUT_IN_PROGRESS: handled.add, COMPLETED: handled.add };
  const receiver = createWebhookReceiver({ secrets: secret, inbox, handlers });
  receiver.start();
  const server = createServer(createNodeHandler(receiver));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    waitFor: handled.waitFor,
    async close() {
      server.close();
      server.closeAllConnections();
      await receiver.stop();
      await inbox.close();
    },
  };
}

function createHandledEvents() {
  const events = new Map<string, PromiseWithResolvers<ContractEvent>>();
  const entry = (milestoneId: string | undefined, status: string) => {
    const key = `${milestoneId} ${status}`;
    const found = events.get(key) ?? Promise.withResolvers<ContractEvent>();
    events.set(key, found);
    return found;
  };
  return {
    add: (event: ContractEvent) => entry(event.milestoneId, event.status).resolve(event),
    waitFor: (milestoneId: string, status: ContractEvent['status']) => entry(milestoneId, status).promise,
  };
}
