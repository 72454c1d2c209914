import { type EventToSend, signedRequest } from '@escrow-kit/webhooks';
import { expect } from 'vitest';
import type { TestShop } from './test-shop.ts';

/** Sends the shop a signed event, and returns the status of the answer. */
export async function sendEvent({ shop }: TestShop, event: EventToSend): Promise<number> {
  const secret = shop.config.webhookSecret;
  return (await fetch(`${shop.url}/webhooks`, signedRequest({ event, secret }))).status;
}

/** Waits until the shop has handled every event that it stored. */
export async function untilHandled({ shop }: TestShop): Promise<void> {
  await expect
    .poll(async () => {
      const { pending, processing } = await shop.storage.inbox.counts();
      return pending + processing;
    }, untilTimeout)
    .toBe(0);
}

/** The limit for polling. */
export const untilTimeout = { timeout: 20_000 };
