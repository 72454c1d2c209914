import type { Store } from '../store/store.ts';
import type { Row } from '../store/tables.ts';
import { Refusal } from './refusal.ts';
import { createServiceId } from './service-id.ts';
import { findUserByPhone } from './users.ts';

/** The details of a user of the Users API, as the organization sends them. */
interface GenericUserDetails {
  email: string;
  phone: string;
  name: string;
  metadata?: Record<string, unknown> | undefined;
}

/** A user of the Users API, with what is known about the customer with that phone. */
export type GenericUser = ReturnType<typeof getGenericUser>;

/** Finds a user by the `user_id`. Throws if it is unknown (UAPI-5). */
export function getGenericUser(store: Store, key: { tenantId: string; id: string }) {
  const user = store.find('genericUsers', key);
  if (!user) {
    const message = 'This user does not exist. Link the user first.';
    throw new Refusal('not_found', { rule: 'UAPI-5', field: 'userId', message });
  }
  const { metadataJson, ...details } = user;
  const customer = findUserByPhone(store, user);
  return {
    ...details,
    metadata: metadataJson === null ? undefined : (JSON.parse(metadataJson) as Record<string, unknown>),
    /** The customer with this phone gave consent, by a one-time password or at the checkout. */
    isPhoneVerified: customer?.consent === 'GRANTED',
    isIdentityVerified: customer?.identityVerified === 1,
  };
}

/** Writes the user with a phone and returns the id. Metadata that is left out stays as it was. */
export function upsertGenericUser(
  store: Store,
  { tenantId, user, now }: { tenantId: string; user: GenericUserDetails; now: number },
): string {
  const { email, phone, name, metadata } = user;
  const details = { email, name, metadataJson: toJson(metadata), updatedAt: now };
  const known = store.find('genericUsers', { tenantId, phone });
  const id = known?.id ?? createServiceId('usr');
  if (known) store.update('genericUsers', { tenantId, id }, details);
  else store.insert('genericUsers', { tenantId, id, phone, ...details, createdAt: now });
  return id;
}

/** The fields of a user to change. */
type GenericUserChange = { [Field in 'name' | 'phone' | 'metadata']?: GenericUserDetails[Field] | undefined };

/**
 * Changes the given fields of a user. Throws if the phone belongs to another user (UAPI-3a): a phone belongs to one user, which is our
 * choice, because linking finds a user by the phone.
 */
export function updateGenericUser(
  store: Store,
  { tenantId, id, change, now }: { tenantId: string; id: string; change: GenericUserChange; now: number },
): void {
  const { name, phone, metadata } = change;
  const owner = phone === undefined ? undefined : store.find('genericUsers', { tenantId, phone });
  if (owner && owner.id !== id) {
    const message = 'phone belongs to another user.';
    throw new Refusal('rule_violation', { rule: 'UAPI-3a', field: 'phone', message });
  }
  store.update('genericUsers', { tenantId, id }, { name, phone, metadataJson: toJson(metadata), updatedAt: now });
}

function toJson(metadata: object | undefined): string | undefined {
  return metadata === undefined ? undefined : JSON.stringify(metadata);
}

/** The kind of a record of the generic calls. */
export type RecordKind = Row<'genericRecords'>['kind'];

interface RecordKey {
  tenantId: string;
  kind: RecordKind;
  id: string;
}

/** A record in an answer: what was sent, overridden by the sandbox's fields. Our choice: not shown (UAPI-7). */
type GenericRecord = Record<string, unknown> & { id: string; created_at: string };

/** Stores any JSON object. Replaces the one with the same id. Default: a new id. */
export function storeRecord(
  store: Store,
  {
    body,
    now,
    id = createServiceId('record'),
    ...of
  }: Omit<RecordKey, 'id'> & { id?: string; body: object; now: number },
): GenericRecord {
  const key = { ...of, id };
  const bodyJson = JSON.stringify(body);
  const isKnown = store.update('genericRecords', key, { bodyJson }) > 0;
  if (!isKnown) store.insert('genericRecords', { ...key, bodyJson, createdAt: now });
  return getRecord(store, key);
}

/** Finds a record. Throws if the id is unknown or of another kind. */
export function getRecord(store: Store, key: RecordKey): GenericRecord {
  const row = store.find('genericRecords', key);
  if (!row) throw unknownRecord(key);
  return rowToRecord(row);
}

/** Lists the records of a kind, the oldest first. */
export function listRecords(store: Store, key: Omit<RecordKey, 'id'>): GenericRecord[] {
  return store.list('genericRecords', key, 'createdAt, id').map(rowToRecord);
}

/** Removes a record. Throws if the id is unknown or of another kind. */
export function deleteRecord(store: Store, key: RecordKey): void {
  if (store.delete('genericRecords', key) === 0) throw unknownRecord(key);
}

function unknownRecord({ kind }: RecordKey): Refusal {
  const message = `This ${kind} does not exist. Create it first.`;
  return new Refusal('not_found', { rule: 'ERR-1b', field: 'id', message });
}

function rowToRecord({ id, bodyJson, createdAt }: Row<'genericRecords'>): GenericRecord {
  const body = JSON.parse(bodyJson) as Record<string, unknown>;
  return { ...body, id, created_at: new Date(createdAt).toISOString() };
}

interface GenericContract {
  tenantId: string;
  contractId: string;
}

/** The longest milestone id of a caller, because it is part of a key. Our choice: not shown. */
const longestId = 200;

/** Writes a milestone of a generic contract. Replaces the one with the same id. */
export function storeGenericMilestone(
  store: Store,
  { contractId, milestoneId, ...record }: GenericContract & { milestoneId: string; body: object; now: number },
): void {
  if (milestoneId.length > longestId) {
    const message = `Send a milestone ID of at most ${longestId} characters.`;
    throw new Refusal('rule_violation', { rule: 'ERR-1a', field: 'milestoneId', message });
  }
  storeRecord(store, { ...record, kind: `milestone of ${contractId}`, id: `${contractId}/${milestoneId}` });
}

/** Lists the milestones of a generic contract, the oldest first. */
export function listGenericMilestones(store: Store, { tenantId, contractId }: GenericContract): GenericRecord[] {
  const records = listRecords(store, { tenantId, kind: `milestone of ${contractId}` });
  return records.map((record) => ({ ...record, id: record.id.slice(`${contractId}/`.length) }));
}
