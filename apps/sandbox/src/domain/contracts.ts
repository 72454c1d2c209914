import { parseUtcTimestamp } from '@escrow-kit/spec/validate';
import type { Store } from '../store/store.ts';
import { Refusal } from './refusal.ts';
import { isObject } from './require-shape.ts';
import { createServiceId } from './service-id.ts';
import type { Tenant } from './tenants.ts';

/** The part of a parent contract that its calls need. */
export interface Contract {
  id: string;
  createdAt: number;
}

/** Writes a parent contract of the tenant's client (AUTH-5) and returns its id. `details` is what was sent. */
export function insertContract(
  store: Store,
  { tenant, details, now }: { tenant: Tenant; details: object; now: number },
): string {
  const id = createServiceId('contract');
  const { id: tenantId, clientId } = tenant;
  store.insert('contracts', { tenantId, id, clientId, detailsJson: JSON.stringify(details), createdAt: now });
  return id;
}

/** Finds a parent contract. Throws if the organization does not have it (ERR-1b). */
export function getContract(
  store: Store,
  { tenantId, contractId }: { tenantId: string; contractId: string },
): Contract {
  const contract = store.find('contracts', { tenantId, id: contractId });
  if (contract) return contract;
  const message = 'This organization has no such contract. Send the ID that createContract returned.';
  throw new Refusal('not_found', { rule: 'ERR-1b', field: 'contractId', message });
}

/** What was sent for a milestone or a contract. A part that is missing is null. */
export interface Details {
  title: string | null;
  description: string | null;
  currency: string | null;
  deadLine: string | null;
}

/** Reads what was sent for a milestone or a contract. */
export function readDetails(detailsJson: string): Details {
  const details = asObject(JSON.parse(detailsJson));
  const item = asObject(details['itemDetail']);
  return {
    title: asText(item['title']),
    description: asText(item['description']),
    currency: asText(details['currency']),
    deadLine: asText(details['deadLine']),
  };
}

/** When a deadLine is; null if there is none. A form that only another document has is read as JavaScript does, or is null. */
export function readDeadline({ deadLine }: Pick<Details, 'deadLine'>): number | null {
  const time = parseUtcTimestamp(deadLine ?? '') ?? Date.parse(deadLine ?? '');
  return Number.isNaN(time) ? null : time;
}

/** Finds the title of the item of a milestone or a contract; null if it has none. */
export function findTitle(
  store: Store,
  table: 'milestones' | 'contracts',
  key: { tenantId: string; id: string },
): string | null {
  const row = store.find(table, key);
  return row ? readDetails(row.detailsJson).title : null;
}

function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
