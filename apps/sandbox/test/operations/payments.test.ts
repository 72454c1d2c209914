import { browserAddresses } from '@escrow-kit/spec/test-support/schema-cases';
import { expect, test } from 'vitest';
import { createReadyMilestone, requestTicket, shortIdOf, startPayment } from '../support/escrow-steps.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox();

test('PAY-1 PAY-2 PAY-3 PAY-4 a milestone that waits for payment is accepted again and again, and data is its checkout URL, with the shortId that a ticket names', async () => {
  const milestone = await createReadyMilestone(sandbox());

  const answers = await Promise.all([1, 2, 3].map(() => startPayment(sandbox(), milestone)));

  const urls = new Set(answers.map(({ body }) => body.data));
  expect([...urls].map((url) => URL.canParse(url))).toEqual([true]);
  const url = new URL([...urls].join());
  expect(url.searchParams.get('client_id')).toBe(sandbox().credentials.clientId);
  expect(url.searchParams.get('payment_methods')).toBe('CREDIT_CARD,MANUAL_BANK_TRANSFER');
  const shortId = shortIdOf(url.href);
  expect(shortId).toMatch(/^[\w-]+$/);
  expect((await requestTicket(sandbox(), { phone: milestone.buyerPhone, shortId })).status).toBe(200);
  expect((await startPayment(sandbox(), { milestoneId: shortId })).status).toBe(500);
});

test.each(browserAddresses)('PAY-1d the redirectUrl %s is accepted', async (redirectUrl) => {
  const { milestoneId } = await createReadyMilestone(sandbox());

  const answer = await startPayment(sandbox(), { milestoneId, query: { redirectUrl, paymentType: 'PURCHASE' } });

  expect(answer.status).toBe(200);
});

test('PAY-1 a relative redirectUrl is refused', async () => {
  const { milestoneId } = await createReadyMilestone(sandbox());
  const query = { redirectUrl: '/return', paymentType: 'PURCHASE' };

  const answer = await startPayment(sandbox(), { milestoneId, query });

  expect(answer).toMatchObject({ status: 400, body: { rule: 'PAY-1d' } });
});

test('PAY-2 methods in the request are refused: they have no effect', async () => {
  const { milestoneId } = await createReadyMilestone(sandbox());
  const query = { redirectUrl: 'https://shop.example', paymentType: 'PURCHASE', payment_methods: 'GOLD' };

  const { body } = await startPayment(sandbox(), { milestoneId, query });

  expect(body.data).not.toContain('GOLD');
});

test.each(['none', "' or '1'='1", '..%2f..'])(
  'PAY-4 the milestone %s is refused with a bare 500',
  async (milestoneId) => {
    const answer = await startPayment(sandbox(), { milestoneId });

    expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([500, '', null]);
  },
);
