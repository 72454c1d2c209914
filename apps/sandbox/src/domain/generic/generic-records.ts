import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import { Refusal } from '../refusal.ts';
import { createServiceId } from '../service-id.ts';

/** The kind of a record of the generic calls. */
export type RecordKind = Row<'genericRecords'>['kind'];

/** Identifies a record. */
export interface RecordKey {
  tenantId: string;
  kind: RecordKind;
  id: string;
}

/** A record in an answer: what was sent, overridden by the sandbox's fields. Our choice: not shown (UAPI-7). */
export type GenericRecord = Record<string, unknown> & { id: string; created_at: string };

/** Stores any JSON object under a new id. */
export async function insertRecord(
  db: Db,
  { tenantId, kind, body, now }: { tenantId: string; kind: RecordKind; body: object; now: number },
): Promise<GenericRecord> {
  const row = {
    tenantId,
    kind,
    id: createServiceId('record'),
    bodyJson: JSON.stringify(body),
    createdAt: now,
  };
  await db.insertInto('genericRecords').values(row).execute();
  return rowToRecord(row);
}

/** Finds a record. Throws if the id is unknown or of another kind. */
export async function getRecord(db: Db, { tenantId, kind, id }: RecordKey): Promise<GenericRecord> {
  const row = await recordsOf(db, { tenantId, kind }).where('id', '=', id).executeTakeFirst();
  if (!row) throw unknownRecord(kind);
  return rowToRecord(row);
}

/** Lists the records of a kind, the oldest first. */
export async function listRecords(db: Db, key: { tenantId: string; kind: RecordKind }): Promise<GenericRecord[]> {
  const rows = await recordsOf(db, key).orderBy('createdAt').orderBy('id').execute();
  return rows.map(rowToRecord);
}

/** Removes a record. Throws if the id is unknown or of another kind. */
export async function deleteRecord(db: Db, { tenantId, kind, id }: RecordKey): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('genericRecords')
    .where((eb) => eb.and({ tenantId, kind, id }))
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw unknownRecord(kind);
}

function recordsOf(db: Db, { tenantId, kind }: { tenantId: string; kind: RecordKind }) {
  return db.selectFrom('genericRecords').where('tenantId', '=', tenantId).where('kind', '=', kind).selectAll();
}

function unknownRecord(kind: RecordKind): Refusal {
  const message = `There is no such ${kind}: create it first.`;
  return new Refusal('not_found', { rule: 'ERR-1b', field: 'id', message });
}

function rowToRecord({ id, bodyJson, createdAt }: Row<'genericRecords'>): GenericRecord {
  const body = JSON.parse(bodyJson) as Record<string, unknown>;
  return { ...body, id, created_at: new Date(createdAt).toISOString() };
}

/** The longest milestone id of a caller, because it is part of a key. Our choice: not shown. */
const longestId = 200;

/** Writes a milestone of a generic contract. Replaces the one with the same id. */
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
