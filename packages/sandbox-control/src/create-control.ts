import { createCallControl } from './call-control.ts';
import type { ControlBody, ControlQuery, ControlResult, ControlSchema } from './control-types.ts';

/** A new tenant: its credentials, which no other call shows, and its control. */
export interface CreatedTenant {
  credentials: ControlSchema<'Credentials'>;
  control: Control;
}

/**
 * Sets up, moves and observes one tenant of a sandbox, and acts for the parties of a contract and for the operator. The rules
 * apply here as everywhere. Each call throws a ControlError if it is refused, gets no answer or can't be sent. A list has as many
 * entries as `limit` says (default 100, at most 1,000) and says in `hasMore` whether there are more; filter it to see others.
 */
export interface Control {
  /** The id of the tenant. */
  readonly tenant: string;
  /** Creates another tenant. Default: a random id. */
  createTenant(id?: string): Promise<CreatedTenant>;
  /** The sandbox's tenants, by id. */
  tenants(query?: ControlQuery<'listTenants'>): Promise<ControlSchema<'TenantPage'>>;
  /** Resolves if the sandbox works and reaches its store. */
  health(): Promise<ControlSchema<'Health'>>;
  /** The operations and the rules of the service's document. */
  service(): Promise<ControlSchema<'ServiceDescription'>>;
  /** The document of the control API, as this sandbox serves it. */
  document(): Promise<ControlSchema<'Document'>>;

  /** Grants the consent of a linked user (USER-3), even after it was declined (USER-4). */
  giveConsent(phoneNumber: string): Promise<ControlSchema<'UserConsent'>>;
  setConsent(phoneNumber: string, status: ControlSchema<'ConsentStatus'>): Promise<ControlSchema<'UserConsent'>>;
  /** Users, by phone number. */
  users(query?: ControlQuery<'listUsers'>): Promise<ControlResult<'listUsers'>>;
  /** The one-time passwords that a phone received, newest first. */
  otps(phoneNumber: string): Promise<ControlSchema<'OtpList'>['otps']>;
  /**
   * Issues a legacy customer token of a linked user, for `userTokenUrl` and the script's `userToken` (AUTH-10). It is a secret
   * and shown once; earlier ones stay valid. How the service issues one is not shown.
   */
  customerToken(phoneNumber: string): Promise<string>;

  /** The newest contracts, each with its milestones. The service shows no call that reads one back. */
  contracts(query?: ControlQuery<'listContracts'>): Promise<ControlResult<'listContracts'>>;
  /** The newest milestones. */
  milestones(query?: ControlQuery<'listMilestones'>): Promise<ControlResult<'listMilestones'>>;
  milestone(milestoneId: string): Promise<ControlSchema<'Milestone'>>;
  /** Accepts the invitation of one party (STATE-3). Default: of all of them. */
  accept(milestoneId: string, phoneNumber?: string): Promise<ControlSchema<'Milestone'>>;
  /** Pays as a buyer. Default: the first CUSTOMER. */
  pay(milestoneId: string, buyerPhone?: string): Promise<ControlSchema<'Milestone'>>;
  release(milestoneId: string): Promise<ControlSchema<'Milestone'>>;
  complete(milestoneId: string): Promise<ControlSchema<'Milestone'>>;
  /**
   * Opens the checkout as the buyer's browser does, by the URL with the ticket appended; without one, as a buyer who signs in
   * there with this phone, which grants the consent.
   */
  openCheckout(checkoutUrl: string, buyerPhone?: string): Promise<ControlSchema<'Checkout'>>;
  payCheckout(session: string): Promise<ControlSchema<'Milestone'>>;
  giveCheckoutConsent(session: string, granted: boolean): Promise<ControlSchema<'CheckoutConsent'>>;

  clock(): Promise<ControlSchema<'Clock'>>;
  /** What will be done by itself, earliest first. */
  due(query?: ControlQuery<'getDue'>): Promise<ControlResult<'getDue'>>;
  /** Stops the clock. */
  freeze(): Promise<ControlSchema<'Clock'>>;
  /** Lets the clock run again from where it stopped. */
  resume(): Promise<ControlSchema<'Clock'>>;
  /** Moves the clock forward and returns what was done on the way. */
  advance(seconds: number): Promise<ControlSchema<'Advance'>>;
  /**
   * Does what is due now, and resolves when nothing due is left, with what was done meanwhile. An event that the sandbox had sent before
   * is not in it: `deliveries` has the outcome of all.
   */
  drain(): Promise<ControlSchema<'Action'>[]>;
  /** The newest deliveries with their attempts. */
  deliveries(query?: ControlQuery<'listDeliveries'>): Promise<ControlResult<'listDeliveries'>>;
  delivery(deliveryId: string): Promise<ControlSchema<'Delivery'>>;
  /** Makes a delivery due again. */
  redeliver(deliveryId: string): Promise<ControlSchema<'Delivery'>>;
  /** The address of events as it may be shown: without user name, password and the values of its query. */
  webhook(): Promise<ControlSchema<'WebhookAddress'>>;
  /** Sets the address of events, null for none, and the secret that signs them. What is undefined stays as it is. */
  setWebhook(url: string | null | undefined, secret?: string): Promise<ControlSchema<'WebhookAddress'>>;

  /** Client id, clock, settings, and how much the tenant holds. */
  describe(): Promise<ControlSchema<'Tenant'>>;
  /** Counts milestones and requests, and lists what needs somebody and what happened last. */
  overview(): Promise<ControlSchema<'Overview'>>;
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
  /** The newest answered requests. */
  requests(query?: ControlQuery<'listRequests'>): Promise<ControlResult<'listRequests'>>;
  request(requestId: string): Promise<ControlSchema<'LoggedRequest'>>;
  /** Removes everything but credentials, settings and webhook. */
  reset(): Promise<ControlSchema<'Tenant'>>;
  /** Removes the tenant. `default` cannot be removed. */
  deleteTenant(): Promise<void>;
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
  const setConsent: Control['setConsent'] = (phoneNumber, status) =>
    call('setConsent', { path: { phoneNumber }, body: { status } });
  return {
    tenant,
    createTenant: async (wanted) => {
      const { id, credentials } = await call('createTenant', { body: defined({ id: wanted }) });
      return { credentials, control: createControl(url, { ...access, tenant: id }) };
    },
    tenants: (query) => call('listTenants', { query }),
    health: () => call('getHealth'),
    service: () => call('describeService'),
    document: () => call('getControlDocument'),
    setConsent,
    giveConsent: (phoneNumber) => setConsent(phoneNumber, 'GRANTED'),
    users: (query) => call('listUsers', { query }),
    otps: async (phoneNumber) => (await call('listOtps', { path: { phoneNumber } })).otps,
    customerToken: async (phoneNumber) => (await call('issueCustomerToken', { path: { phoneNumber } })).customerToken,
    contracts: (query) => call('listContracts', { query }),
    milestones: (query) => call('listMilestones', { query }),
    milestone: (milestoneId) => call('getMilestone', { path: { milestoneId } }),
    accept: (milestoneId, phoneNumber) =>
      call('acceptInvitations', { path: { milestoneId }, body: defined({ phoneNumber }) }),
    pay: (milestoneId, buyerPhone) => call('payMilestone', { path: { milestoneId }, body: defined({ buyerPhone }) }),
    release: (milestoneId) => call('releaseMilestone', { path: { milestoneId } }),
    complete: (milestoneId) => call('completeMilestone', { path: { milestoneId } }),
    openCheckout: (checkoutUrl, buyerPhone) =>
      call('openCheckout', { body: { checkoutUrl, ...defined({ buyerPhone }) } }),
    payCheckout: (session) => call('payCheckout', { body: { session } }),
    giveCheckoutConsent: (session, granted) => call('giveCheckoutConsent', { body: { session, granted } }),
    clock: () => call('getClock'),
    due: (query) => call('getDue', { query }),
    freeze: () => call('freezeClock'),
    resume: () => call('resumeClock'),
    advance: (seconds) => call('advanceClock', { body: { seconds } }),
    drain: async () => (await call('drain')).actions,
    deliveries: (query) => call('listDeliveries', { query }),
    delivery: (deliveryId) => call('getDelivery', { path: { deliveryId } }),
    redeliver: (deliveryId) => call('redeliver', { path: { deliveryId } }),
    webhook: () => call('getWebhook'),
    setWebhook: (address, secret) => call('setWebhook', { body: defined({ url: address, secret }) }),
    describe: () => call('getTenant'),
    overview: () => call('getOverview'),
    settings: () => call('getSettings'),
    changeSettings: (body) => call('changeSettings', { body }),
    faults: async () => (await call('getFaults')).faults,
    setFaults: async (faults) => (await call('setFaults', { body: { faults } })).faults,
    addFault: (fault) => call('addFault', { body: fault }),
    removeFault: async (faultId) => void (await call('removeFault', { path: { faultId } })),
    clearFaults: async () => void (await call('clearFaults')),
    requests: (query) => call('listRequests', { query }),
    request: (requestId) => call('getRequest', { path: { requestId } }),
    reset: () => call('resetTenant'),
    deleteTenant: async () => void (await call('deleteTenant')),
  };
}

/** The fields that are given. */
function defined<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
