import { expect, test } from 'vitest';
import type { StartedCheckout } from '../support/checkout-steps.ts';
import { createPageClient, headingOf, hiddenFields } from '../support/page-client.ts';
import { describeIt } from '../support/settlement-steps.ts';
import { startedService } from '../support/started-service.ts';
import { card, openCheckout } from './open-checkout.ts';

const started = startedService('SQLite');
const open = () => openCheckout(started().sandbox);
const stateOf = async ({ milestoneId }: StartedCheckout) => (await describeIt(started(), milestoneId)).state;

test.each([
  ['of another site', { 'sec-fetch-site': 'cross-site' }],
  ['of another origin of the same site', { 'sec-fetch-site': 'same-site' }],
  ['of another origin, if the browser sends only that', { origin: 'http://evil.example' }],
  ['of a sandboxed frame', { origin: 'null' }],
])('a form that comes from a page %s is refused', async (_, headers) => {
  const { checkout, client, page } = await open();

  const answer = await client.send(page, card, headers);

  expect(answer.status).toBe(403);
  expect(headingOf(answer)).toBe('We could not accept this');
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

test.each([
  ['without its token', ''],
  ['with a made-up token', 'a'.repeat(64)],
])('a form %s is refused', async (_, token) => {
  const { checkout, client, page } = await open();

  const answer = await client.send(page, { ...card, token });

  expect(answer.status).toBe(403);
  expect(await stateOf(checkout)).toBe('WAITING_FOR_PAYMENT');
});

test("a form with the token of another browser's page is refused", async () => {
  const { checkout, client, page } = await open();
  const stranger = createPageClient(started().sandbox);
  const token = hiddenFields(await stranger.open(checkout.checkoutUrl))['token'] ?? '';

  const answer = await client.send(page, { ...card, token });

  expect(answer.status).toBe(403);
  expect(await stateOf(checkout)).toBe('WAITING_FOR_PAYMENT');
});

test('a browser that keeps no cookie gets a page that says so, and can open a new window', async () => {
  const { checkout, page } = await open();

  const answer = await createPageClient(started().sandbox).send(page, card);

  expect(answer.status).toBe(403);
  expect(headingOf(answer)).toBe('Your browser keeps no cookie for this page');
  expect(answer.text).toContain('target="_blank"');
  expect(await stateOf(checkout)).toBe('WAITING_FOR_PAYMENT');
});

test.each([
  ['is JSON', { 'content-type': 'application/json' }, {}],
  ['is too large', {}, { phone: '5'.repeat(20_000) }],
  ['holds what no store keeps', {}, { phone: '\0' }],
  ['asks for nothing that there is', {}, { step: 'constructor' }],
])('a form that %s is refused', async (_, headers, fields) => {
  const { client, page } = await open();

  const answer = await client.send(page, { ...card, ...fields }, headers);

  expect(answer.status).toBe(400);
  expect(headingOf(answer)).toBe('We could not read this');
});

test.each([
  ['PUT', '?', 'GET, POST'],
  ['POST', '/return?', 'GET'],
])('a method %s that a page does not have gets a page that says so', async (method, path, allowed) => {
  const { checkout } = await open();

  const response = await fetch(checkout.checkoutUrl.replace('?', path), { method });

  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe(allowed);
  expect(await response.text()).toContain('This does not work here');
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
