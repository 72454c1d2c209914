import { listWebhookRequests, type Parameter } from '@escrow-kit/spec';
import { sign, verify } from '@escrow-kit/webhooks';
import { MatchersV3 } from '@pact-foundation/pact';
import { expect, test } from 'vitest';
import { collectPact, createPact } from './interaction.ts';
import { filledText, valueInAnswer } from './values.ts';

const { like, regex } = MatchersV3;
const [header] = listWebhookRequests().flatMap(({ parameters }) => parameters) as [Parameter];
const secret = 'whsec_sandbox';

/** The receiver verifies the bytes on the wire. Pact has the parsed body, so this signs the text that it would be. */
function receive(body: unknown): unknown {
  const rawBody = JSON.stringify(body);
  return verify(rawBody, sign(rawBody, secret), secret);
}

test.for([
  {
    description: 'HOOK-1 the event of PAID has contractId, status and referenceId',
    status: 'PAID',
    more: { contractId: valueInAnswer('milestoneId'), referenceId: filledText('reference-example-1') },
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
    description: 'HOOK-4 a refused event is resent on the retry schedule',
    status: 'COMPLETED',
  },
  // Pact compares the form; our verification computes the signature from the bytes that came.
  {
    description: 'HOOK-2 an event has its signature in the header Service-Signature',
    status: 'COMPLETED',
    signature: regex(header.schema.pattern ?? '', `sha256=${'0'.repeat(64)}`),
  },
])('$description', ({ description, status, more, event, signature }) => {
  const pact = createPact('escrow-kit-webhooks');
  const message = pact.newAsynchronousMessage(description);
  message.givenWithParams('a milestone that has just changed', JSON.stringify({ status }));
  message.withContents(JSON.stringify({ status, ...more }), 'application/json');
  if (signature) message.withMetadata(header.name, JSON.stringify(signature));

  const { contents } = JSON.parse(message.reifyMessage());

  expect(receive(contents.content)).toMatchObject({ ok: true, event: { status, ...event } });
  collectPact(pact);
});
