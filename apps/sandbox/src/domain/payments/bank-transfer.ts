import { randomInt } from 'node:crypto';
import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import { createRandomText } from '../create-id.ts';
import { illegalMove } from '../milestones/move-milestone.ts';
import { type MilestoneKey, requireMilestone } from '../milestones/require-milestone.ts';

/** The method that does not pay at once: the money is on its way until the operator confirms it (PAY-2). */
export const bankTransferMethod = 'MANUAL_BANK_TRANSFER';

/** A buyer of a milestone. */
export interface Payer extends MilestoneKey {
  userId: number;
}

/** Length of a reference, with 31 possible characters: short enough to type at a bank. */
const referenceLength = 10;

/**
 * Gives a buyer an IBAN and a reference to transfer to, and waits for the money (our choice: not shown). A buyer who already
 * has them gets the same ones. Call it in a transaction. Throws if the milestone does not wait for payment (STATE-4a).
 */
export async function chooseBankTransfer(trx: Db, { now, ...payer }: Payer & { now: number }): Promise<void> {
  const { tenantId, milestoneId, userId } = payer;
  const { state } = await requireMilestone(trx, payer);
  if (state !== 'WAITING_FOR_PAYMENT') throw illegalMove('pay', state);
  await trx
    .insertInto('payments')
    .values({
      tenantId,
      milestoneId,
      userId,
      method: bankTransferMethod,
      state: 'PENDING',
      iban: createIban(),
      reference: createRandomText(referenceLength).toUpperCase(),
      createdAt: now,
    })
    .onConflict((conflict) => conflict.columns(['tenantId', 'milestoneId', 'userId']).doNothing())
    .execute();
}

/** Stops waiting for a buyer's transfer. Does nothing if there is none. */
export async function withdrawBankTransfer(db: Db, { tenantId, milestoneId, userId }: Payer): Promise<void> {
  await db
    .deleteFrom('payments')
    .where((eb) => eb.and({ tenantId, milestoneId, userId, state: 'PENDING' }))
    .execute();
}

/** Finds a buyer's pending transfer or payment. */
export function findPayment(db: Db, { tenantId, milestoneId, userId }: Payer): Promise<Row<'payments'> | undefined> {
  return db
    .selectFrom('payments')
    .where((eb) => eb.and({ tenantId, milestoneId, userId }))
    .selectAll()
    .executeTakeFirst();
}

/** Digits of a Saudi account number. */
const accountLength = 20;

/** `SA00` after the account, letters as numbers: the input for the check digits of ISO 13616. */
const countrySuffix = '281000';

/** Makes up a Saudi IBAN: `SA`, two valid check digits, and 20 digits that belong to no bank (BANK-2). */
export function createIban(): string {
  const account = Array.from({ length: accountLength }, () => randomInt(10)).join('');
  const checkDigits = 98n - (BigInt(account + countrySuffix) % 97n);
  return `SA${String(checkDigits).padStart(2, '0')}${account}`;
}
