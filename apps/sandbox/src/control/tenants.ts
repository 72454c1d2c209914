import { type ControlSchema, controlDocument } from '@escrow-kit/sandbox-control';
import { kitMilestoneStates, operations, retryDelaysInSeconds, rules, type ServiceOperation } from '@escrow-kit/spec';
import { createRandomText } from '../domain/create-id.ts';
import { createCredentials, defaultCredentials } from '../domain/credentials.ts';
import { statusOf } from '../domain/milestones.ts';
import { DomainError } from '../domain/refusal.ts';
import {
  clearTenant,
  defaultTenantId,
  deleteTenantRows,
  insertTenant,
  requireTenant,
  rowToTenant,
  type Tenant,
} from '../domain/tenants.ts';
import { webhookAddressForLog } from '../domain/webhook-address.ts';
import { isUniqueViolation } from '../store/store.ts';
import { checkClock, describeClock } from './clock.ts';
import { type ControlContext, type ControlHandlers, readFirst } from './control-call.ts';

/** The sandbox, and its tenants. */
export const tenantHandlers = {
  getHealth: ({ service: { store } }) => {
    store.get('select id from tenants limit 1');
    return { status: 'ok' };
  },

  getControlDocument: () => ({ ...controlDocument }),

  /** Lists the operations and the rules of the service's document, for readers of the request log. */
  describeService: () => ({
    operations: operations.map(describeOperation),
    rules: Object.entries(rules).map(([id, { text, basis, source = null, reason = null }]) => ({
      id,
      text,
      basis,
      source,
      reason,
    })),
    milestoneStates: kitMilestoneStates.map((state) => ({ state, constant: statusOf(state) })),
    retryDelaysInSeconds: [...retryDelaysInSeconds],
  }),

  listTenants: ({ service: { store }, query }) => {
    const { first, ...more } = readFirst(query, (limit) =>
      store.all<{ id: string; clientId: string }>('select id, clientId from tenants order by id limit $limit', {
        limit,
      }),
    );
    return { tenants: first, ...more };
  },

  /** Creates a tenant and returns its credentials, of which only hashes are stored. */
  createTenant: ({ service: { store, systemNow }, body }) => {
    const id = body?.id ?? `tenant-${createRandomText(12)}`;
    const credentials = createCredentials();
    try {
      store.transaction(() => {
        insertTenant(store, { id, credentials, systemNow: systemNow() });
        // A late call may have written rows for a removed tenant of this name. They must not belong to the new one.
        deleteTenantRows(store, { tenantId: id, keep: ['credentials'] });
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new DomainError('conflict', { field: 'id', message: 'A tenant with this ID exists. Choose another ID.' });
    }
    return { id, credentials };
  },

  getTenant: ({ service, tenant }) => describeTenant(service, tenant),

  /** Refuses while the clock is being advanced. */
  deleteTenant: ({ service, tenant }) => {
    const { store } = service;
    const { id } = tenant;
    if (id === defaultTenantId) {
      const message = 'The default tenant cannot be removed. Reset it to empty it.';
      throw new DomainError('conflict', { field: 'tenant', message });
    }
    checkClock(service, tenant);
    store.transaction(() => {
      store.delete('tenants', { id });
      deleteTenantRows(store, { tenantId: id });
    });
    return { id };
  },

  /** Removes everything but credentials, settings and webhook. Refuses while the clock is being advanced. */
  resetTenant: ({ service, tenant }) => {
    checkClock(service, tenant);
    service.store.transaction(() => clearTenant(service.store, tenant.id));
    return describeTenant(service, rowToTenant(requireTenant(service.store, tenant.id)));
  },
} satisfies Partial<ControlHandlers>;

function describeOperation(operation: ServiceOperation): ControlSchema<'ServiceDescription'>['operations'][number] {
  const { id, method, path, host, tokenKinds, mediaType, body, parameters } = operation;
  const examples = Object.entries(body?.examples ?? {}).map(([name, { value }]) => [name, value]);
  const shown = parameters.filter(({ in: place, example }) => place === 'query' && example !== undefined);
  return {
    operationId: id,
    method,
    path,
    host,
    tokenKinds,
    mediaType: mediaType ?? null,
    examples: Object.fromEntries(examples),
    queryExample: Object.fromEntries(shown.map(({ name, example }) => [name, example])),
  };
}

const { clientId, clientSecret, tokens } = defaultCredentials;

/** The documented credentials. Not the webhook secret, which is set when the sandbox is started. */
const publicCredentials = { clientId, clientSecret, tokens };

/** Describes a tenant without its secrets. */
function describeTenant({ store, systemNow }: ControlContext, tenant: Tenant): ControlSchema<'Tenant'> {
  const own = { tenantId: tenant.id };
  return {
    id: tenant.id,
    clientId: tenant.clientId,
    webhookUrl: webhookAddressForLog(tenant.webhookUrl),
    clock: describeClock(tenant.clock, systemNow()),
    settings: tenant.settings,
    counts: {
      users: store.count('users', own),
      contracts: store.count('contracts', own),
      milestones: store.count('milestones', own),
      events: store.count('events', own),
      pendingDeliveries: store.count('deliveries', { ...own, state: 'pending' }),
      failedDeliveries: store.count('deliveries', { ...own, state: 'failed' }),
      requests: store.count('requests', own),
    },
    publicCredentials: tenant.id === defaultTenantId ? publicCredentials : null,
  };
}
