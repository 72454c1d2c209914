import { operations } from '@escrow-kit/spec';
import { addFault as add, removeFault as remove } from '../../domain/faults/change-faults.ts';
import { createFault } from '../../domain/faults/create-fault.ts';
import { setFaults as replaceFaults } from '../../domain/faults/inject-fault.ts';
import type { ControlHandler } from '../control-call.ts';

const operationIds = operations.map(({ id }) => id);

/** Lists the faults. */
export const getFaults: ControlHandler<'getFaults'> = async ({ tenant }) => ({ faults: tenant.faults });

/** Replaces the list. Refuses the whole list if one fault is contradictory. */
export const setFaults: ControlHandler<'setFaults'> = async ({ service, tenant, body }) => {
  const faults = body.faults.map((fault, index) => createFault(fault, { field: `faults[${index}]`, operationIds }));
  return replaceFaults(service.db, { tenantId: tenant.id, faults });
};

/** Adds one fault. Refuses a contradictory one. */
export const addFault: ControlHandler<'addFault'> = async ({ service, tenant, body }) => {
  const fault = createFault(body, { operationIds });
  return add(service.db, { tenantId: tenant.id, fault });
};

/** Removes one fault. */
export const removeFault: ControlHandler<'removeFault'> = async ({ service, tenant, path }) =>
  remove(service.db, { tenantId: tenant.id, faultId: path.faultId });

/** Removes every fault. */
export const clearFaults: ControlHandler<'clearFaults'> = async ({ service, tenant }) =>
  replaceFaults(service.db, { tenantId: tenant.id, faults: [] });
