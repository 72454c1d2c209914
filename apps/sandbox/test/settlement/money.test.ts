import { expect, onTestFinished, test } from 'vitest';
import { addAddress, addBank, balancesOf, createPayableMilestone, lead } from '../support/escrow-steps.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox();

/** A paid milestone. */
async function createPaid(wishes: Parameters<typeof createPayableMilestone>[1]) {
  const milestone = await createPayableMilestone(sandbox(), wishes);
  await lead(sandbox(), milestone.milestoneId, 'pay');
  return milestone;
}

test('MILESTONE-4 the fee leaves the wallet at the release, and the receivers get their whole amounts', async () => {
  const { milestoneId, buyerId, sellerId } = await createPayableMilestone(sandbox());

  await lead(sandbox(), milestoneId, 'pay', 'release');

  expect(await balancesOf(sandbox(), milestoneId)).toEqual({
    [`buyer:${buyerId}`]: -1000,
    [`escrow:${milestoneId}`]: 0,
    [`user:${sellerId}`]: 950,
    // The organization's share is 50, the fee 4 percent of 1000.
    wallet: 10,
    fees: 40,
  });
});

test.each([
  { what: 'less', itemPrice: 1000.29, remainder: 0.29 },
  { what: 'more', itemPrice: 999.9, remainder: -0.1 },
])(
  'MILESTONE-4 the escrow holds itemPrice if the parties should get $what, and the rest stays visible',
  async ({ itemPrice, remainder }) => {
    const { milestoneId } = await createPayableMilestone(sandbox(), { milestone: { itemPrice } });

    await lead(sandbox(), milestoneId, 'pay');
    const paid = await balancesOf(sandbox(), milestoneId);
    await lead(sandbox(), milestoneId, 'release');
    const released = await balancesOf(sandbox(), milestoneId);

    expect(paid[`escrow:${milestoneId}`]).toBe(itemPrice);
    expect(released).toMatchObject({ [`escrow:${milestoneId}`]: 0, [`remainder:${milestoneId}`]: remainder });
  },
);

test('BANK-3 a release is refused while a receiver has no bank account, and accepted with one', async () => {
  const { milestoneId, sellerId } = await createPaid({ hasBank: false });

  await expect(sandbox().control.release(milestoneId)).rejects.toMatchObject({
    status: 409,
    rule: 'BANK-3',
    receiver: { userId: sellerId, missing: ['bankAccount'] },
  });
  const refused = await sandbox().control.milestone(milestoneId);
  await addBank(sandbox(), sellerId);
  await lead(sandbox(), milestoneId, 'release');

  expect(refused).toMatchObject({ state: 'PAID', events: [{ status: 'PAID' }] });
  expect(await sandbox().control.milestone(milestoneId)).toMatchObject({ state: 'CASHOUT_IN_PROGRESS' });
});

test('BANK-3 a release to a receiver of nothing is accepted without a bank account', async () => {
  const { milestoneId } = await createPaid({ hasBank: false, hasAddress: false, provider: 0, broker: 1000 });

  await lead(sandbox(), milestoneId, 'release');

  expect(await sandbox().control.milestone(milestoneId)).toMatchObject({ state: 'CASHOUT_IN_PROGRESS' });
});

test('ADDR-2 a bank transfer is refused while a receiver has no address, and accepted with one', async () => {
  const { milestoneId, sellerId } = await createPaid({ hasAddress: false });

  const refused = sandbox().control.release(milestoneId);
  await expect(refused).rejects.toMatchObject({ status: 409, rule: 'ADDR-2' });
  await addAddress(sandbox(), sellerId);
  await lead(sandbox(), milestoneId, 'release');

  expect(await sandbox().control.milestone(milestoneId)).toMatchObject({ state: 'CASHOUT_IN_PROGRESS' });
});

test('ADDR-2 another cash-out than a bank transfer is accepted without an address', async () => {
  const { milestoneId } = await createPaid({ hasAddress: false });
  const { control } = sandbox();
  onTestFinished(async () => void (await control.changeSettings({ settlement: { cashOut: 'BANK_TRANSFER' } })));
  await control.changeSettings({ settlement: { cashOut: 'OTHER' } });

  await lead(sandbox(), milestoneId, 'release');

  expect(await sandbox().control.milestone(milestoneId)).toMatchObject({ state: 'CASHOUT_IN_PROGRESS' });
});

test.each(['PENDING', 'DECLINED'] as const)('TICKET-5 a payment is refused while consent is %s', async (consent) => {
  const { milestoneId, buyerPhone } = await createPayableMilestone(sandbox());
  await sandbox().control.setConsent(buyerPhone, consent);

  await expect(sandbox().control.pay(milestoneId)).rejects.toMatchObject({ status: 409, rule: 'TICKET-5' });
  expect(await sandbox().control.milestone(milestoneId)).toMatchObject({ state: 'WAITING_FOR_PAYMENT', events: [] });
});

test('AUTH-7 a payment by a user who is not a CUSTOMER of the milestone is refused', async () => {
  const { milestoneId, sellerPhone } = await createPayableMilestone(sandbox());

  await expect(sandbox().control.pay(milestoneId, sellerPhone)).rejects.toMatchObject({
    status: 409,
    rule: 'AUTH-7a',
  });
});
