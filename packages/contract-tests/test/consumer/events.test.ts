import { listWebhookRequests, type Parameter } from '@escrow-kit/spec';
import { sign, verify } from '@escrow-kit/webhooks';
import { MatchersV3 } from '@pact-foundation/pact';
import { expect, test } from 'vitest';
import { createEventPact, filledText, value } from './pact.ts';

const { like, regex } = MatchersV3;
const [header] = listWebhookRequests().flatMap(({ parameters }) => parameters) as [Parameter];
const secret = 'whsec_sandbox';

/** The receiver verifies the bytes on the wire. Pact passes the parsed body, so this signs the text that it would be. */
function receive(body: unknown): unknown {
  const rawBody = JSON.stringify(body);
  return verify(rawBody, sign(rawBody, secret), secret);
}

test.for([
  {
    description: 'HOOK-1 the event of PAID has contractId, status and referenceId',
    status: 'PAID',
    more: { contractId: value('milestoneId'), referenceId: filledText('reference-example-1') },
    event: { milestoneId: 'milestone-example-1', referenceId: 'reference-example-1' },
  },
  {
    description: 'HOOK-5 PAID is sent when the buyer pays',
    status: 'PAID',
    more: { contractId: like('milestone-example-1'), referenceId: like('reference-example-1') },
  },
  // For statuses after PAID, only the status is shown (HOOK-8).
  { description: 'HOOK-5 CASHOUT_IN_PROGRESS is sent when release begins', status: 'CASHOUT_IN_PROGRESS' },
  { description: 'HOOK-5 COMPLETED is sent when settlement ends', status: 'COMPLETED' },
  // Our verification refuses all attempts, and compares their times and their number.
  {
    description: 'HOOK-4 an event that is refused is sent again by the retry schedule, and then no more',
    status: 'COMPLETED',
  },
])('$description', ({ description, status, more, event }) =>
  createEventPact()
    .addAsynchronousInteraction()
    .given('a milestone that has just changed', { status })
    .expectsToReceive(description, (message) => {
      message.withJSONContent({ status, ...more });
    })
    .executeTest(async ({ contents }) => {
      expect(receive(contents.content)).toMatchObject({ ok: true, event: { status, ...event } });
    }),
);

// Pact compares the form; our verification computes the signature from the bytes that came.
test('an event is signed', () =>
  createEventPact()
    .addAsynchronousInteraction()
    .given('a milestone that has just changed', { status: 'COMPLETED' })
    .expectsToReceive('HOOK-2 an event carries its signature in the header Service-Signature', (message) => {
      message.withJSONContent({ status: 'COMPLETED' });
      message.withMetadata({
        [header.name]: regex(header.schema.pattern ?? '', `sha256=${'0'.repeat(64)}`),
      });
    })
    .executeTest(async ({ contents, metadata }) => {
      expect(receive(contents.content)).toMatchObject({ ok: true, event: { status: 'COMPLETED' } });
      expect(metadata).toHaveProperty([header.name]);
    }));
