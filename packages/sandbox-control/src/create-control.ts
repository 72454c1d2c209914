import { createCallControl } from './call-control.ts';
import { type ContractControl, createContractControl } from './contract-control.ts';
import type { ControlQuery, ControlSchema } from './control-types.ts';
import { createDeliveryControl, type DeliveryControl } from './delivery-control.ts';
import { createTenantControl, type TenantControl } from './tenant-control.ts';

/** A new tenant: its credentials, which no other call shows, and its control. */
export interface CreatedTenant {
  credentials: ControlSchema<'Credentials'>;
  control: Control;
}

/**
 * Sets up, moves and observes one tenant of a sandbox. Each call throws a ControlError if it is refused, gets no answer or can't
 * be sent.
 */
export interface Control extends ContractControl, DeliveryControl, TenantControl {
  /** The id of the tenant. */
  readonly tenant: string;
  /** Creates another tenant. Default: a random id. */
  createTenant(id?: string): Promise<CreatedTenant>;
  /** A page of the sandbox's tenants, by id. */
  tenants(query?: ControlQuery<'listTenants'>): Promise<ControlSchema<'TenantPage'>>;
  /** Resolves if the sandbox works and reaches its store. */
  health(): Promise<ControlSchema<'Health'>>;
  /** The operations and the rules of the service's document. */
  service(): Promise<ControlSchema<'ServiceDescription'>>;
  /** The document of the control API, as this sandbox serves it. */
  document(): Promise<ControlSchema<'Document'>>;
}

/** Options of a control. */
export interface ControlOptions {
  /** Default: `default`, the tenant that every sandbox has. */
  tenant?: string;
  /** Needed if the sandbox was started with one. */
  controlToken?: string | undefined;
  /** Sends the requests, for instance with a time limit. Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** Creates the control of a tenant. `url` is the address of its sandbox. Makes no call yet. */
export function createControl(url: string, { tenant = 'default', ...access }: ControlOptions = {}): Control {
  const call = createCallControl({ url, tenant, ...access });
  return {
    tenant,
    createTenant: async (wanted) => {
      const { id, credentials } = await call('createTenant', { body: wanted === undefined ? {} : { id: wanted } });
      return { credentials, control: createControl(url, { ...access, tenant: id }) };
    },
    tenants: (query) => call('listTenants', { query }),
    health: () => call('getHealth'),
    service: () => call('describeService'),
    document: () => call('getControlDocument'),
    ...createContractControl(call),
    ...createDeliveryControl(call),
    ...createTenantControl(call),
  };
}
