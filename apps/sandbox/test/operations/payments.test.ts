import { expect, test } from 'vitest';
import { createReadyMilestone, requestTicket, shortIdOf, startPayment } from '../support/escrow-steps.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox();

test('PAY-1 PAY-4 a milestone that waits for payment is accepted again and again, and data is its checkout URL', async () => {
  const milestone = await createReadyMilestone(sandbox());

  const answers = await Promise.all([1, 2, 3].map(() => startPayment(sandbox(), milestone)));

  const urls = new Set(answers.map(({ body }) => body.data));
  expect([...urls].map((url) => URL.canParse(url))).toEqual([true]);
});

test('PAY-1 a relative redirectUrl is refused', async () => {
  const { milestoneId } = await createReadyMilestone(sandbox());
  const query = { redirectUrl: '/return', paymentType: 'PURCHASE' };

  const answer = await startPayment(sandbox(), { milestoneId, query });

  expect(answer).toMatchObject({ status: 400, body: { rule: 'PAY-1d' } });
});

test('PAY-2 the URL carries the client id and the methods of the organization', async () => {
  const { body } = await startPayment(sandbox(), await createReadyMilestone(sandbox()));

  const { searchParams } = new URL(body.data);

  expect(searchParams.get('client_id')).toBe(sandbox().credentials.clientId);
  expect(searchParams.get('payment_methods')).toBe('CREDIT_CARD,MANUAL_BANK_TRANSFER');
});

test('PAY-2 methods in the request are refused: they have no effect', async () => {
  const { milestoneId } = await createReadyMilestone(sandbox());
  const query = { redirectUrl: 'https://shop.example', paymentType: 'PURCHASE', payment_methods: 'GOLD' };

  const { body } = await startPayment(sandbox(), { milestoneId, query });

  expect(body.data).not.toContain('GOLD');
});

test('PAY-3 the segment after /external/ is the shortId, which a ticket names and later calls accept', async () => {
  const milestone = await createReadyMilestone(sandbox());
  const { body } = await startPayment(sandbox(), milestone);

  const { status } = await requestTicket(sandbox(), { phone: milestone.buyerPhone, shortId: shortIdOf(body.data) });

  expect(shortIdOf(body.data)).toMatch(/^[\w-]+$/);
  expect(status).toBe(200);
});

test('PAY-3 the shortId is refused in place of the milestone id', async () => {
  const { body } = await startPayment(sandbox(), await createReadyMilestone(sandbox()));

  const answer = await startPayment(sandbox(), { milestoneId: shortIdOf(body.data) });

  expect(answer.status).toBe(500);
});

test.each(['none', '0', "' or '1'='1", '..%2f..'])(
  'PAY-4 the milestone %s is refused with a bare 500',
  async (milestoneId) => {
    const answer = await startPayment(sandbox(), { milestoneId });

    expect(answer.status).toBe(500);
    expect(answer.text).toBe('');
    expect(answer.headers.get('content-type')).toBeNull();
  },
);
