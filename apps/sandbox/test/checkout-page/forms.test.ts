import { expect, test } from 'vitest';
import type { StartedCheckout } from '../support/checkout-steps.ts';
import { card, openCheckout } from '../support/checkout-steps.ts';
import { createPageClient, headingOf, hiddenFields } from '../support/page-client.ts';
import { startedService } from '../support/started-sandbox.ts';

const started = startedService();
const open = () => openCheckout(started().sandbox);
const stateOf = async ({ milestoneId }: StartedCheckout) =>
  (await started().sandbox.control.milestone(milestoneId)).state;

const ofStranger = async ({ checkoutUrl }: StartedCheckout) =>
  hiddenFields(await createPageClient(started().sandbox).open(checkoutUrl))['token'] ?? '';

type Change = (
  checkout: StartedCheckout,
) => Promise<{ fields?: Record<string, string>; headers?: Record<string, string> }>;
test.each<[what: string, change: Change]>([
  ['comes from a page of another site', async () => ({ headers: { 'sec-fetch-site': 'cross-site' } })],
  ['comes from another origin of the same site', async () => ({ headers: { 'sec-fetch-site': 'same-site' } })],
  ['comes from a sandboxed frame', async () => ({ headers: { origin: 'null' } })],
  ['is without its token', async () => ({ fields: { token: '' } })],
  ["has the token of another browser's page", async (checkout) => ({ fields: { token: await ofStranger(checkout) } })],
  ['is too large', async () => ({ fields: { phone: '5'.repeat(20_000) } })],
  ['holds what no store keeps', async () => ({ fields: { phone: '\0' } })],
  ['asks for nothing that there is', async () => ({ fields: { step: 'constructor' } })],
])('a form that %s is refused', async (_, change) => {
  const { checkout, client, page } = await open();
  const { fields, headers } = await change(checkout);

  const answer = await client.send(page, { ...card, ...fields }, headers);

  expect(answer.status).toBe(403);
  expect(headingOf(answer)).toBe('We could not process this');
  expect(await stateOf(checkout)).toBe('WAITING_FOR_PAYMENT');
});

test.each([
  ['says so', () => ({ 'sec-fetch-site': 'same-origin', origin: 'null' })],
  ['has the same origin', () => ({ origin: started().sandbox.url })],
])('a form is accepted if the browser %s', async (_, headers) => {
  const { checkout, client, page } = await open();

  const answer = await client.send(page, card, headers());

  expect(answer.status).toBe(303);
  expect(await stateOf(checkout)).toBe('PAID');
});

test('a mistake in any form is answered with a redirect, so that a browser that goes back does not ask to send the form again', async () => {
  const { checkout, client: buyer, page: paymentPage } = await open();
  const visitor = createPageClient(started().sandbox);
  const phonePage = await visitor.open(checkout.checkoutUrl);

  const wrongPhone = await visitor.send(phonePage, { step: 'phone', phone: 'me' });
  const codePage = await visitor.submit(phonePage, { step: 'phone', phone: checkout.buyerPhone });
  const wrongCode = await visitor.send(codePage, { step: 'code', code: '1' });
  const declined = await buyer.send(paymentPage, { ...card, outcome: 'declined' });

  expect([wrongPhone, wrongCode, declined].map(({ status }) => status)).toEqual([303, 303, 303]);
});

test('a browser that keeps no cookie gets a page that says so, and can open a new window', async () => {
  const { checkout, page } = await open();

  const answer = await createPageClient(started().sandbox).send(page, card);

  expect(answer.status).toBe(403);
  expect(headingOf(answer)).toBe('Your browser blocks cookies for this page');
  expect(answer.text).toContain('target="_blank"');
  expect(await stateOf(checkout)).toBe('WAITING_FOR_PAYMENT');
});

test('a step for a buyer needs a session', async () => {
  const { checkout } = await open();
  const client = createPageClient(started().sandbox);
  const page = await client.open(checkout.checkoutUrl);

  const answers = await Promise.all(
    ['giveConsent', 'declineConsent', 'pay', 'cancel'].map((step) => client.submit(page, { ...card, step })),
  );

  expect(answers.map(headingOf)).toEqual(Array(4).fill('Sign in to pay Sandbox Shop'));
  expect(await stateOf(checkout)).toBe('WAITING_FOR_PAYMENT');
});
