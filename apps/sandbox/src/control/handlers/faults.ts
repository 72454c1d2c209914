import { operations } from '@escrow-kit/spec';
import { createFault } from '../../domain/faults/fault.ts';
import { readFaults, setFaults as replaceFaults } from '../../domain/faults/inject-fault.ts';
import { DomainError } from '../../domain/refusal.ts';
import type { ControlHandler } from '../control-call.ts';

const operationIds = operations.map(({ id }) => id);

export const getFaults: ControlHandler<'getFaults'> = async ({ tenant }) => ({ faults: tenant.faults });

/** Replaces the list. Refuses the whole list if one fault is contradictory. */
export const setFaults: ControlHandler<'setFaults'> = async ({ service, tenant, body }) => {
  const faults = body.faults.map((fault, index) => createFault(fault, { field: `faults[${index}]`, operationIds }));
  return replaceFaults(service.db, { tenantId: tenant.id, faults });
};

/** The most faults of a tenant, as in the document's `NewFaults`. */
const mostFaults = 1000;

/** Adds one fault at the end of the list. Refuses a contradictory one. Several callers at once do not undo each other's changes. */
export const addFault: ControlHandler<'addFault'> = async ({ service, tenant: { id: tenantId }, body }) => {
  const fault = createFault(body, { operationIds });
  await service.db.transaction().execute(async (trx) => {
    const faults = await readFaults(trx, tenantId);
    if (faults.length >= mostFaults) {
      throw new DomainError('conflict', { message: `There are already ${mostFaults} faults. Remove some first.` });
    }
    await replaceFaults(trx, { tenantId, faults: [...faults, fault] });
  });
  return fault;
};

/** Removes one fault. Several callers at once do not undo each other's changes. */
export const removeFault: ControlHandler<'removeFault'> = ({ service, tenant: { id: tenantId }, path: { faultId } }) =>
  service.db.transaction().execute(async (trx) => {
    const faults = await readFaults(trx, tenantId);
    const others = faults.filter(({ id }) => id !== faultId);
    if (others.length < faults.length) return replaceFaults(trx, { tenantId, faults: others });
    const message = 'There is no such fault. It may have been removed meanwhile: list the faults again.';
    throw new DomainError('not_found', { field: 'faultId', message });
  });

export const clearFaults: ControlHandler<'clearFaults'> = async ({ service, tenant }) =>
  replaceFaults(service.db, { tenantId: tenant.id, faults: [] });
