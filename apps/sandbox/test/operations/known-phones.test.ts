import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/index.ts';
import { card, openCheckout, otpOf } from '../support/checkout-steps.ts';
import { createPayableMilestone, registerCustomer, requestTicket } from '../support/escrow-steps.ts';
import { headingOf } from '../support/page-client.ts';
import { send } from '../support/service-api.ts';
import { createTenantSandbox, startedSandbox } from '../support/started-sandbox.ts';

const started = startedSandbox({ validateResponses: true });

// As users paste them from the README.
const declining = '+966599990001';
const transferring = '+966599990002';
const unbanked = '+966599990003';

async function createResetTenant(): Promise<Sandbox> {
  const tenant = await createTenantSandbox(started());
  await registerCustomer(tenant, declining);
  await tenant.control.giveConsent(declining);
  await tenant.control.reset();
  return tenant;
}

describe.each<[place: string, open: () => Promise<Sandbox>]>([
  ['the default tenant', async () => started()],
  ['a new tenant', () => createTenantSandbox(started())],
  ['a tenant that was reset', createResetTenant],
])('in %s', (_, open) => {
  test('TICKET-3 USER-4 the phone that declines consent gets no ticket until an OTP reverses it', async () => {
    const sandbox = await open();
    await registerCustomer(sandbox, declining);
    const ticket = () => requestTicket(sandbox, { phone: declining, shortId: 'any' });

    const refused = await ticket();
    const otp = await otpOf(sandbox, declining);
    await send(sandbox, 'validateOtp', { body: { type: 'SERVICE_OTP', phoneNumber: declining, otp } });

    expect(refused).toMatchObject({ status: 400, body: { error: 'consent_rejected', rule: 'TICKET-3' } });
    expect((await ticket()).status).toBe(200);
  });

  test('TICKET-3 a phone beside the one that declines consent is asked for it', async () => {
    const sandbox = await open();
    const other = '+966599990009';
    await registerCustomer(sandbox, other);

    const { users } = await sandbox.control.users();
    expect(users.find(({ phoneNumber }) => phoneNumber === other)?.consent).toBe('PENDING');
  });

  test('PAY-2 the phone that pays by bank transfer waits for it, and is paid once it is confirmed', async () => {
    const { control, ...sandbox } = await open();
    const { milestoneId } = await createPayableMilestone({ control, ...sandbox }, { buyerPhone: transferring });

    const waiting = await control.pay(milestoneId);
    const paid = await control.pay(milestoneId);

    const method = 'MANUAL_BANK_TRANSFER';
    const pending = { method, state: 'PENDING', virtualIban: expect.stringMatching(/^SA\d{22}$/), paidAt: null };
    expect(waiting).toMatchObject({ state: 'WAITING_FOR_PAYMENT', events: [], payments: [pending] });
    const { virtualIban } = waiting.payments[0] ?? {};
    expect(paid).toMatchObject({ state: 'PAID', payments: [{ method, state: 'PAID', virtualIban }] });
  });

  test('BANK-3 a release to the phone without a bank account is refused, even after one was added', async () => {
    const { control, ...sandbox } = await open();
    const { milestoneId, sellerId } = await createPayableMilestone({ control, ...sandbox }, { sellerPhone: unbanked });
    await control.pay(milestoneId);

    const release = control.release(milestoneId);

    await expect(release).rejects.toMatchObject({
      status: 409,
      rule: 'BANK-3',
      receiver: { userId: sellerId, missing: ['bankAccount'] },
    });
    const { requests } = await control.requests({ operationId: 'addBankAccount' });
    expect(requests[0]).toMatchObject({
      status: 200,
      notes: [expect.stringMatching(/^BANK-3 the account was not stored/)],
    });
  });
});

test('PAY-2 the phone that pays by bank transfer gets its account details on the page, even if it chooses a card', async () => {
  const { client, page } = await openCheckout(started(), { buyerPhone: transferring });

  const next = await client.submit(page, card);

  expect(headingOf(next)).toBe('Transfer the amount');
});

test('PAY-2 the phone that pays by bank transfer pays at once if the organization offers none', async () => {
  const { control, ...tenant } = await createTenantSandbox(started());
  await control.changeSettings({ paymentMethods: ['CREDIT_CARD'] });
  const { milestoneId } = await createPayableMilestone({ control, ...tenant }, { buyerPhone: transferring });

  expect(await control.pay(milestoneId)).toMatchObject({ state: 'PAID' });
});
