import { listWebhookRequests, type Parameter } from '@escrow-kit/spec';
import { sign, verify } from '@escrow-kit/webhooks';
import { MatchersV3, PactV4 } from '@pact-foundation/pact';
import { expect, test } from 'vitest';
import { consumerNames, providerName } from '../../src/pacts/pact-files.ts';
import { basisOfRule } from './interaction/build-interaction.ts';
import { given } from './interaction/given.ts';
import { filledText, stateValue } from './interaction/matchers.ts';
import { createPactFolder } from './interaction/pact-folder.ts';

const { regex } = MatchersV3;
const [header] = listWebhookRequests().flatMap(({ parameters }) => parameters) as [Parameter];
const secret = 'whsec_sandbox';
/** Only the form. A verification computes it from the bytes that the sandbox sent. */
const signature = regex(header.schema.pattern ?? '', `sha256=${'0'.repeat(64)}`);

// For statuses after PAID, only the status is shown (HOOK-8).
const events = [
  {
    title: 'HOOK-1 the event of PAID has contractId, status and referenceId',
    rules: 'HOOK-1 HOOK-5',
    status: 'PAID',
    body: { contractId: stateValue('milestoneId'), status: 'PAID', referenceId: filledText('reference-example-1') },
    event: { status: 'PAID', milestoneId: 'milestone-example-1', referenceId: 'reference-example-1' },
  },
  {
    title: 'HOOK-1 the event of CASHOUT_IN_PROGRESS has its status',
    rules: 'HOOK-1 HOOK-5 HOOK-8',
    status: 'CASHOUT_IN_PROGRESS',
    body: { status: 'CASHOUT_IN_PROGRESS' },
    event: { status: 'CASHOUT_IN_PROGRESS' },
  },
  {
    title: 'HOOK-1 the event of COMPLETED has its status',
    rules: 'HOOK-1 HOOK-5 HOOK-8',
    status: 'COMPLETED',
    body: { status: 'COMPLETED' },
    event: { status: 'COMPLETED' },
  },
  {
    title: 'HOOK-2 an event carries its signature in the header Service-Signature',
    rules: 'HOOK-2 HOOK-1 AUTH-13',
    status: 'PAID',
    body: {
      status: 'PAID',
      contractId: filledText('milestone-example-1'),
      referenceId: filledText('reference-example-1'),
    },
    event: { status: 'PAID' },
  },
] as const;

test.for(events)('$title', async ({ title, rules, status, body, event }) => {
  const message = new PactV4({
    consumer: consumerNames.webhooks,
    provider: providerName,
    dir: createPactFolder(),
    logLevel: 'error',
  })
    .addAsynchronousInteraction()
    .given(...giveState(status))
    .reference('OpenAPI', 'operationId', 'contractEvent')
    .reference('AsyncAPI', 'operationId', 'contractEvent')
    .reference('escrow-kit', 'rules', rules)
    .reference('escrow-kit', 'basis', basisOfRule(rules.split(' ')[0] ?? ''))
    .reference('escrow-kit', 'blames', 'answer=HOOK-1')
    .expectsToReceive(title, (builder) => {
      builder.withJSONContent(body);
      if (title.startsWith('HOOK-2')) builder.withMetadata({ [header.name]: signature });
    });

  await message.executeTest(async ({ contents, metadata }) => {
    // Pact passes the parsed body, so this signs the text that it would be on the wire.
    const rawBody = JSON.stringify(contents.content);
    const received = verify(rawBody, sign(rawBody, secret), secret);

    expect(received).toMatchObject({ ok: true, event });
    if (title.startsWith('HOOK-2')) expect(metadata).toHaveProperty([header.name]);
  });
});

function giveState(status: (typeof events)[number]['status']): [name: string, parameters: { status: string }] {
  const { name, parameters } = given('a milestone that has just changed', { status });
  return [name, parameters];
}
