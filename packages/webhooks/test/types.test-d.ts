import type { DatabaseSync } from 'node:sqlite';
import { expectTypeOf, test } from 'vitest';
import { createMemoryInbox } from '../src/inbox/memory.ts';
import type { SqliteTransaction } from '../src/inbox/sqlite.ts';
import {
  type ContractEvent,
  createWebhookReceiver,
  type EventContext,
  type EventHandlers,
  type Inbox,
  type RefusalReason,
  signedRequest,
  verify,
} from '../src/index.ts';
import * as web from '../src/web.ts';

declare const event: ContractEvent;

test('HOOK-5 an event is narrowed by its status, and has no contractId', () => {
  if (event.status === 'PAID') expectTypeOf(event.milestoneId).toEqualTypeOf<string>();
  if (event.status === 'COMPLETED') expectTypeOf(event.milestoneId).toEqualTypeOf<string | undefined>();
  if (event.status === 'unknown') expectTypeOf(event.receivedStatus).toEqualTypeOf<string>();
  // @ts-expect-error It is milestoneId.
  void event.contractId;
});

test('HOOK-2 a result is narrowed by ok, and a parsed body does not type-check', () => {
  const result = verify('', '', 'secret');
  if (result.ok) expectTypeOf(result.event).toEqualTypeOf<ContractEvent>();
  else expectTypeOf(result.reason).toEqualTypeOf<RefusalReason>();
  expectTypeOf(web.verify('', '', 'secret')).resolves.toEqualTypeOf<typeof result>();
  // @ts-expect-error It is an object.
  void verify({ status: 'PAID' }, '', 'secret');
});

test('HOOK-5 each handler gets the events of its status, and the transaction of the inbox', () => {
  const inbox = {} as Inbox<{ query: string }>;
  createWebhookReceiver({
    secrets: 'secret',
    inbox,
    handlers: {
      PAID(paid, context) {
        expectTypeOf(paid.referenceId).toEqualTypeOf<string>();
        expectTypeOf(context).toEqualTypeOf<EventContext<{ query: string }>>();
      },
    },
  });
  // @ts-expect-error There is no such status.
  createWebhookReceiver({ secrets: 'secret', inbox, handlers: { PAYED: () => {} } });
  const handlers: EventHandlers<SqliteTransaction> = {};
  createWebhookReceiver({ secrets: '', inbox: createMemoryInbox({ database: {} as DatabaseSync }), handlers });
  // @ts-expect-error It has no database.
  createWebhookReceiver({ secrets: '', inbox: createMemoryInbox(), handlers });
});

test('HOOK-2 signed events need secrets, and unsigned ones their addresses', () => {
  const inbox = createMemoryInbox();
  const webhookOptions = { signature: null, allowedAddresses: ['192.0.2.1'], statuses: { FUNDED: 'PAID' } } as const;
  createWebhookReceiver({ ...webhookOptions, inbox });
  signedRequest({ ...webhookOptions, body: '' });
  // @ts-expect-error Without secrets.
  createWebhookReceiver({ inbox });
  // @ts-expect-error Without addresses.
  createWebhookReceiver({ signature: null, inbox });
  // @ts-expect-error With a secret, although unsigned.
  createWebhookReceiver({ ...webhookOptions, secrets: 'secret', inbox });
  // @ts-expect-error There is nothing to verify.
  void verify('', '', 'secret', webhookOptions);
});
