import type { Db } from '../../storage/database.ts';
import { createId } from '../create-id.ts';
import type { MadeMove } from '../milestones/move-milestone.ts';
import type { MilestoneKey } from '../milestones/require-milestone.ts';

/** One side of a posting: what an account gains, or loses if negative, in halalas. */
export interface PostingEntry {
  account: string;
  amountInHalalas: number;
}

/** Writes the double-entry posting of a move. Throws if its entries do not add up to zero, which is a bug. */
export async function insertPosting(
  db: Db,
  {
    tenantId,
    milestoneId,
    move: { movedAt, eventId },
    entries,
  }: MilestoneKey & { move: MadeMove; entries: PostingEntry[] },
): Promise<void> {
  const sum = entries.reduce((total, { amountInHalalas }) => total + amountInHalalas, 0);
  if (sum !== 0) throw new Error(`The entries of a posting add up to ${sum} halalas, not to zero.`);
  const postingId = createId('posting');
  const rows = entries
    .filter(({ amountInHalalas }) => amountInHalalas !== 0)
    .map(({ account, amountInHalalas }) => ({
      tenantId,
      id: createId('entry'),
      postingId,
      eventId,
      milestoneId,
      account,
      amount: amountInHalalas,
      createdAt: movedAt,
    }));
  if (rows.length > 0) await db.insertInto('ledgerEntries').values(rows).execute();
}
