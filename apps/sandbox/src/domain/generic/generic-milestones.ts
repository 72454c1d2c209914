import type { Db } from '../../storage/database.ts';
import { Refusal } from '../refusal.ts';
import { type GenericRecord, listRecords } from './generic-records.ts';

/** The longest id that a caller may give a milestone: it is part of a key. Our choice: not shown. */
const longestId = 200;

/** Writes a milestone of a generic contract, new or in place of the one with its id. */
export async function upsertGenericMilestone(
  db: Db,
  {
    tenantId,
    contractId,
    milestoneId,
    body,
    now,
  }: { tenantId: string; contractId: string; milestoneId: string; body: object; now: number },
): Promise<void> {
  if (milestoneId.length > longestId) {
    const message = `Send a milestone id of at most ${longestId} characters.`;
    throw new Refusal('rule_violation', { rule: 'ERR-1a', field: 'milestoneId', message });
  }
  const bodyJson = JSON.stringify({ ...body, milestone_id: milestoneId });
  await db
    .insertInto('genericRecords')
    .values({ tenantId, kind: kindOf(contractId), id: `${contractId}/${milestoneId}`, bodyJson, createdAt: now })
    .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doUpdateSet({ bodyJson }))
    .execute();
}

/** Lists the milestones of a generic contract, the oldest first. */
export async function listGenericMilestones(
  db: Db,
  { tenantId, contractId }: { tenantId: string; contractId: string },
): Promise<GenericRecord[]> {
  const records = await listRecords(db, { tenantId, kind: kindOf(contractId) });
  return records.map(({ milestone_id, ...record }) => ({ ...record, id: String(milestone_id) }) as GenericRecord);
}

function kindOf(contractId: string): `milestone of ${string}` {
  return `milestone of ${contractId}`;
}
