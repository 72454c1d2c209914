import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import { Refusal } from '../refusal.ts';
import { createServiceId } from '../service-id.ts';
import type { Tenant } from '../tenants/tenant.ts';

/** The part of a parent contract that its calls need. */
export type Contract = Pick<Row<'contracts'>, 'id' | 'createdAt'>;

/** Writes a parent contract of the tenant's client (AUTH-5) and returns its id. `details` is what was sent. */
export async function insertContract(
  db: Db,
  { tenant, details, now }: { tenant: Tenant; details: object; now: number },
): Promise<string> {
  const id = createServiceId('contract');
  const { id: tenantId, clientId } = tenant;
  const row = { tenantId, id, clientId, detailsJson: JSON.stringify(details), createdAt: now };
  await db.insertInto('contracts').values(row).execute();
  return id;
}

/** Finds a parent contract. Throws if the organization does not have it (ERR-1b). */
export async function getContract(
  db: Db,
  { tenantId, contractId }: { tenantId: string; contractId: string },
): Promise<Contract> {
  const contract = await db
    .selectFrom('contracts')
    .where((eb) => eb.and({ tenantId, id: contractId }))
    .select(['id', 'createdAt'])
    .executeTakeFirst();
  if (contract) return contract;
  const message = 'This organization has no such parent contract: take the id that creating it returned.';
  throw new Refusal('not_found', { rule: 'ERR-1b', field: 'contractId', message });
}
