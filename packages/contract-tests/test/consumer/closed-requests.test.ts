import type { OperationId } from '@escrow-kit/client';
import { PactV4 } from '@pact-foundation/pact';
import { expect, test } from 'vitest';
import { placeValue } from '../../src/consumer/given.ts';
import { PlacedMap, type Template, toExample } from '../../src/consumer/placed-value.ts';
import { milestoneOnWire, partiesOnWire } from '../../src/consumer/sample-bodies.ts';
import { samples } from '../../src/consumer/samples.ts';
import { providerName } from '../../src/pacts/pact-files.ts';
import { buildInteraction } from './interaction/build-interaction.ts';
import { callOperation } from './interaction/call-operation.ts';
import { createClient } from './interaction/client.ts';
import { createPactFolder } from './interaction/pact-folder.ts';
import { sampleWith } from './interaction/refusal.ts';
import { sendUnchecked } from './interaction/send-unchecked.ts';

const { customer, provider, broker } = partiesOnWire;
const withParty = (party: Template) => ({
  mileStonesParties: new PlacedMap([placeValue('milestoneId'), [customer, party, broker]]),
});
const withMilestone = (fields: Record<string, Template>) => ({ milestones: [{ ...milestoneOnWire, ...fields }] });

/** What Pact's mock says about a request that differs from the pact. Writes no pact. */
async function mismatchOf(operation: OperationId, body: Template): Promise<string> {
  const { request } = samples[operation];
  // A separate consumer, so that a request accepted by mistake does not change the client's pact.
  const pact = new PactV4({
    consumer: 'escrow-kit-closed-requests',
    provider: providerName,
    dir: `${createPactFolder()}/closed`,
    logLevel: 'error',
  });
  const outcome = buildInteraction(pact, operation, { operation, status: 200 }).executeTest(async ({ url }) => {
    const escrow = createClient(url, { change: (made) => sendUnchecked(made, { ...request, body }) });
    const input = { path: toExample(request.path ?? {}), body: toExample(request.body ?? {}) };
    // The mock answers 500; executeTest rejects with the reason.
    await callOperation(escrow, operation, input).catch(() => {});
  });
  return outcome.then(
    () => 'accepted',
    (error: Error) => error.message,
  );
}

test('PARTY-0 the mock accepts the request as it is', async () => {
  const { body } = samples.addParties.request;

  expect(await mismatchOf('addParties', body as Template)).toBe('accepted');
});

test.for([
  ['MILESTONE-3', 'paymentMethods', 'addMilestones', withMilestone({ paymentMethods: ['CARD'] })],
  ['MILESTONE-3', 'isDeliverable', 'addMilestones', withMilestone({ isDeliverable: true })],
  ['MILESTONE-3', 'isInspectable', 'addMilestones', withMilestone({ isInspectable: false })],
  ['PARTY-3', 'isSender', 'addParties', withParty({ ...provider, isSender: false })],
  ['ADDR-1', 'building', 'addAddress', sampleWith('addAddress', { building: '8' })],
  ['TICKET-1', 'order_id', 'requestTicket', sampleWith('requestTicket', { order_id: '1001' })],
] as const)(
  '%s the mock refuses a request with %s, which the pact does not have',
  async ([, field, operation, body]) => {
    const mismatch = await mismatchOf(operation, body);

    expect(mismatch).toMatch(
      new RegExp(`The following request was incorrect[^]*(received one with keys|Unexpected)[^]*${field}`),
    );
  },
);
