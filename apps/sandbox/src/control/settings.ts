import { operations } from '@escrow-kit/spec';
import { createFault, readFaults, setFaults } from '../domain/faults.ts';
import { DomainError } from '../domain/refusal.ts';
import { webhookAddressForLog } from '../domain/webhook-address.ts';
import type { ControlHandlers } from './control-call.ts';

const operationIds = operations.map(({ id }) => id);

/** The most faults of a tenant, as in the document's `NewFaults`. */
const mostFaults = 1000;

/** What the operator agrees with an organization, and the failures made on purpose. */
export const settingsHandlers = {
  getSettings: ({ tenant }) => tenant.settings,

  /** Changes the settings that are sent, also inside `settlement`. */
  changeSettings: ({ service: { store }, tenant: { id, settings }, body: { settlement, ...change } }) => {
    const next = { ...settings, ...change, settlement: { ...settings.settlement, ...settlement } };
    store.update('tenants', { id }, { settingsJson: JSON.stringify(next) });
    return next;
  },

  getWebhook: ({ tenant }) => ({ url: webhookAddressForLog(tenant.webhookUrl) }),

  /** Sets the address of events (HOOK-6), the secret or both. Events that waited for an address are due at once. */
  setWebhook: ({ service: { store, runner }, tenant, body: { url, secret } }) => {
    if (typeof url === 'string' && !URL.canParse(url)) {
      throw new DomainError('rule_violation', { field: 'url', message: 'url is not an address.' });
    }
    store.update('tenants', { id: tenant.id }, { webhookUrl: url, webhookSecret: secret });
    runner.wake();
    return { url: webhookAddressForLog(url === undefined ? tenant.webhookUrl : url) };
  },

  getFaults: ({ tenant }) => ({ faults: tenant.faults }),

  /** Replaces the list. Refuses the whole list if one fault is contradictory. */
  setFaults: ({ service: { store }, tenant, body }) => {
    const faults = body.faults.map((fault, index) => createFault(fault, { field: `faults[${index}]`, operationIds }));
    return setFaults(store, { tenantId: tenant.id, faults });
  },

  /** Adds one fault at the end of the list. Refuses a contradictory one. */
  addFault: ({ service: { store }, tenant: { id: tenantId }, body }) => {
    const fault = createFault(body, { operationIds });
    const faults = readFaults(store, tenantId);
    if (faults.length >= mostFaults) {
      throw new DomainError('conflict', { message: `There are already ${mostFaults} faults. Remove some first.` });
    }
    setFaults(store, { tenantId, faults: [...faults, fault] });
    return fault;
  },

  removeFault: ({ service: { store }, tenant: { id: tenantId }, path: { faultId } }) => {
    const faults = readFaults(store, tenantId);
    const others = faults.filter(({ id }) => id !== faultId);
    if (others.length < faults.length) return setFaults(store, { tenantId, faults: others });
    const message = 'This fault does not exist. It may have been removed: list the faults again.';
    throw new DomainError('not_found', { field: 'faultId', message });
  },

  clearFaults: ({ service: { store }, tenant }) => setFaults(store, { tenantId: tenant.id, faults: [] }),
} satisfies Partial<ControlHandlers>;
