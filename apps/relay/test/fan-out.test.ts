import { type Inbox, parseEvent } from '@escrow-kit/webhooks';
import { createMemoryInbox } from '@escrow-kit/webhooks/memory';
import { expect, test } from 'vitest';
import type { Target } from '../src/targets/target.ts';
import { createFanOut } from '../src/targets/target.ts';

const targetOf = (name: string, inbox: Inbox): Target => ({ name, inbox, start() {} });

test('if one store fails the event is refused, and a repeat is stored once in each, under its webhook-id', async () => {
  const [shop, crm] = [createMemoryInbox() as Inbox, createMemoryInbox() as Inbox];
  let isFailing = true;
  const failing: Inbox = {
    ...crm,
    insert: (incoming) => (isFailing ? Promise.reject(new Error('disk full')) : crm.insert(incoming)),
  };
  const fanOut = createFanOut([targetOf('shop', shop), targetOf('crm', failing)]);
  const rawBody = '{"status":"PAID","contractId":"milestone-1","referenceId":"reference-1"}';
  const event = parseEvent(rawBody) ?? expect.unreachable('this is an event');
  const incoming = { key: 'key-1', event, rawBody, receivedAt: new Date() };

  await expect(fanOut.insert(incoming)).rejects.toThrow('disk full');
  isFailing = false;

  expect(await fanOut.insert(incoming)).toBe('stored');
  expect(await fanOut.insert(incoming)).toBe('duplicate');
  // printf key-1 | openssl dgst -sha256 -binary | basenc --base64url
  const key = 'evt_vil0VGl443OebW2oXEvp8zTOMt8rn9S2_xtVwNV-nUQ';
  for (const inbox of [shop, crm]) expect(await inbox.find()).toMatchObject([{ key }]);
});
