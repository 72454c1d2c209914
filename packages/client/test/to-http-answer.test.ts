import { expect, test } from 'vitest';
import { type EscrowClient, toHttpAnswer } from '../src/index.ts';
import { failureOf } from './support/failure-of.ts';
import { createObservedClient } from './support/observed-client.ts';
import { customer, milestone } from './support/sample-inputs.ts';
import { refuse } from './support/scripted-client.ts';

const ask = (escrow: EscrowClient) =>
  escrow.payments.requestTicket({ shortId: 'aB3xK9' as never, buyerPhone: '+966500000001' });

test.each([
  [{ status: 400, body: { error: 'consent_rejected' } }, 409, 'consent_needed'],
  [{ status: 429, headers: { 'retry-after': '3' } }, 503, 'try_again'],
  [{ status: 503 }, 503, 'try_again'],
  [{ status: 409, body: { error: 'paid_already' } }, 409, 'not_accepted'],
  [{ status: 400, body: { error: 'invalid_grant' } }, 500, 'failed'],
  [{ status: 401 }, 500, 'failed'],
  [{ status: 404 }, 500, 'failed'],
  [{ status: 409, body: '<html>' }, 500, 'failed'],
  [{ status: 302, headers: { location: '/login' } }, 500, 'failed'],
  [{ status: 200, body: '<html>' }, 503, 'try_again'],
])('an answer of %j is %d for the buyer, %s', async (answer, status, reason) => {
  const { escrow } = createObservedClient({ '*': answer });

  expect(toHttpAnswer(await failureOf(ask(escrow)))).toMatchObject({ status, reason });
});

test('the text of a call that is not accepted fits calls without an order', async () => {
  const { escrow } = createObservedClient({ '*': { status: 409, body: { error: 'taken' } } });

  const { text } = toHttpAnswer(await failureOf(escrow.customers.register(customer)));

  expect(text).toBe('The payment service did not accept this. Please contact us.');
});

test('the answer has the delay that the service asked for, in whole seconds', async () => {
  const { escrow } = createObservedClient({ '*': { status: 429, headers: { 'retry-after': '3' } } });

  expect(toHttpAnswer(await failureOf(ask(escrow))).headers).toEqual({ 'retry-after': '3' });
});

test('a lost connection may be tried again, and the shop has to fix its own input', async () => {
  const { escrow } = createObservedClient({}, { fetch: refuse });

  const lost = toHttpAnswer(await failureOf(escrow.contracts.addMilestones('c-1', [milestone])));
  const own = toHttpAnswer(await failureOf(escrow.customers.register({ ...customer, phoneNumber: '05' })));

  expect([lost.status, own.status]).toEqual([503, 500]);
});

test('an error that is not the client’s is for the shop to fix, and the answer shows no part of it', () => {
  const answer = toHttpAnswer(new Error('password hunter2 is wrong'));

  expect(answer).toMatchObject({ status: 500, reason: 'failed', headers: {} });
  expect(JSON.stringify(answer)).not.toContain('hunter2');
});
