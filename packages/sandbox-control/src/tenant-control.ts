import type { CallControl } from './call-control.ts';
import type { ControlBody, ControlQuery, ControlResult, ControlSchema } from './control-types.ts';

/** Settings, faults, requests and state of a tenant. */
export interface TenantControl {
  /** Client id, clock, settings, and how much the tenant holds. */
  describe(): Promise<ControlSchema<'Tenant'>>;
  settings(): Promise<ControlSchema<'Settings'>>;
  /** Changes the fields that are given. */
  changeSettings(change: ControlBody<'changeSettings'>): Promise<ControlSchema<'Settings'>>;
  faults(): Promise<ControlSchema<'Fault'>[]>;
  /** Replaces the whole list of faults, also those that somebody else has added. */
  setFaults(faults: ControlSchema<'NewFault'>[]): Promise<ControlSchema<'Fault'>[]>;
  /** Adds a fault at the end of the list and returns it with its id. The others stay as they are. */
  addFault(fault: ControlSchema<'NewFault'>): Promise<ControlSchema<'Fault'>>;
  /** Removes one fault. The others stay as they are. */
  removeFault(faultId: string): Promise<void>;
  clearFaults(): Promise<void>;
  /** A page of answered requests, newest first. */
  requests(query?: ControlQuery<'listRequests'>): Promise<ControlResult<'listRequests'>>;
  request(requestId: string): Promise<ControlSchema<'LoggedRequest'>>;
  /** Removes everything but credentials, settings and webhook. */
  reset(): Promise<ControlSchema<'Tenant'>>;
  /** Returns the state as one document. */
  export(query?: ControlQuery<'exportTenant'>): Promise<ControlSchema<'Export'>>;
  /** Replaces the state by an exported one. */
  import(exported: ControlSchema<'Export'>): Promise<ControlSchema<'Tenant'>>;
  /** Removes the tenant. `default` cannot be removed. */
  deleteTenant(): Promise<void>;
}

/** Creates this part of a control. */
export function createTenantControl(call: CallControl): TenantControl {
  return {
    describe: () => call('getTenant'),
    settings: () => call('getSettings'),
    changeSettings: (body) => call('changeSettings', { body }),
    faults: async () => (await call('getFaults')).faults,
    setFaults: async (faults) => (await call('setFaults', { body: { faults } })).faults,
    addFault: (fault) => call('addFault', { body: fault }),
    removeFault: async (faultId) => {
      await call('removeFault', { path: { faultId } });
    },
    clearFaults: async () => {
      await call('clearFaults');
    },
    requests: (query) => call('listRequests', { query }),
    request: (requestId) => call('getRequest', { path: { requestId } }),
    reset: () => call('resetTenant'),
    export: (query) => call('exportTenant', { query }),
    import: (exported) => call('importTenant', { body: exported }),
    deleteTenant: async () => {
      await call('deleteTenant');
    },
  };
}
