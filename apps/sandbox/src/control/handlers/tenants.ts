import { createRandomText } from '../../domain/create-id.ts';
import { DomainError } from '../../domain/refusal.ts';
import { deleteTenantRows } from '../../domain/tenants/clear-tenant.ts';
import { createCredentials } from '../../domain/tenants/credentials.ts';
import { defaultTenantId } from '../../domain/tenants/ensure-default-tenant.ts';
import { insertTenant } from '../../domain/tenants/insert-tenant.ts';
import { isUniqueViolation } from '../../storage/errors.ts';
import type { ControlHandler } from '../control-call.ts';
import { describeTenant } from '../views/describe-tenant.ts';
import { readPage } from './page.ts';

/** Lists the tenants by id. */
export const listTenants: ControlHandler<'listTenants'> = async ({ service: { db }, query }) => {
  const tenants = db.selectFrom('tenants').where('id', '>', query.cursor ?? '');
  const { page, nextCursor } = await readPage(query, tenants.orderBy('id').select(['id', 'clientId']), ({ id }) => id);
  return { tenants: page, nextCursor };
};

/** Creates a tenant and returns its credentials, of which only hashes are stored. */
export const createTenant: ControlHandler<'createTenant'> = async ({ service: { db, systemNow }, body }) => {
  const id = body?.id ?? `tenant-${createRandomText(12)}`;
  const credentials = createCredentials();
  try {
    await db.transaction().execute(async (trx) => {
      await insertTenant(trx, { id, credentials, systemNow: systemNow() });
      // A late call may have written rows for a removed tenant of this name. They must not belong to the new one.
      await deleteTenantRows(trx, { tenantId: id, keep: ['credentials'] });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new DomainError('conflict', { field: 'id', message: 'A tenant with this id exists. Choose another id.' });
  }
  return { id, credentials };
};

/** Describes a tenant. */
export const getTenant: ControlHandler<'getTenant'> = ({ service, tenant }) => describeTenant(service, tenant);

/** Removes a tenant with all its rows. */
export const deleteTenant: ControlHandler<'deleteTenant'> = async ({ service: { db }, tenant: { id } }) => {
  if (id === defaultTenantId) {
    const message = "The default tenant can't be removed. Reset it to empty it.";
    throw new DomainError('conflict', { field: 'tenant', message });
  }
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('tenants').where('id', '=', id).execute();
    await deleteTenantRows(trx, { tenantId: id });
  });
  return { id };
};
