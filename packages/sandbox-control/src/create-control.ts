import { createCallControl } from './call-control.ts';
import type { ControlBody, ControlQuery, ControlResult, ControlSchema } from './control-types.ts';

/** A new tenant: its control, and its credentials, which no other call returns. */
export interface CreatedTenant {
  credentials: ControlSchema<'Credentials'>;
  control: Control;
}

/**
 * Controls one tenant of a sandbox, and acts for the parties of a contract and for the operator. The service's rules apply. Each call
 * throws a ControlError if it is refused, gets no answer or cannot be sent. A list contains at most `limit` entries (default 100, at
 * most 1,000). `hasMore` is true if more match; filter to see them.
 */
export interface Control {
  /** The ID of the tenant. */
  readonly tenant: string;
  /** Creates another tenant. Default: a random ID. */
  createTenant(id?: string): Promise<CreatedTenant>;
  /** The sandbox's tenants, by ID. */
  tenants(query?: ControlQuery<'listTenants'>): Promise<ControlSchema<'TenantPage'>>;
  /** Resolves if the sandbox and its store work. */
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
   * and returned once; earlier ones stay valid. How the service issues one is not shown.
   */
  customerToken(phoneNumber: string): Promise<string>;

  /** The newest contracts, each with its milestones. The service has no known call for this. */
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
   * Opens the checkout as the buyer's browser does. Pass the URL with the ticket appended, or without a ticket the phone of the buyer
   * who signs in, which grants the consent.
   */
  openCheckout(checkoutUrl: string, buyerPhone?: string): Promise<ControlSchema<'Checkout'>>;
  payCheckout(session: string): Promise<ControlSchema<'Milestone'>>;
  giveCheckoutConsent(session: string, granted: boolean): Promise<ControlSchema<'CheckoutConsent'>>;

  clock(): Promise<ControlSchema<'Clock'>>;
  /** What happens next, earliest first. */
  due(query?: ControlQuery<'getDue'>): Promise<ControlResult<'getDue'>>;
  /** Stops the clock. */
  freeze(): Promise<ControlSchema<'Clock'>>;
  /** Lets the clock run again from where it stopped. */
  resume(): Promise<ControlSchema<'Clock'>>;
  /** Moves the clock forward and returns what happened on the way. */
  advance(seconds: number): Promise<ControlSchema<'Advance'>>;
  /**
   * Does everything that is due now, and resolves with what was done. Events that were sent before are not included: `deliveries`
   * has all.
   */
  drain(): Promise<ControlSchema<'Action'>[]>;
  /** The newest deliveries with their attempts. */
  deliveries(query?: ControlQuery<'listDeliveries'>): Promise<ControlResult<'listDeliveries'>>;
  delivery(deliveryId: string): Promise<ControlSchema<'Delivery'>>;
  /** Makes a delivery due again. */
  redeliver(deliveryId: string): Promise<ControlSchema<'Delivery'>>;
  /** The webhook endpoint, without user name, password and query values. */
  webhook(): Promise<ControlSchema<'WebhookAddress'>>;
  /** Sets the webhook endpoint (null for none) and the secret that signs events. An undefined value stays unchanged. */
  setWebhook(url: string | null | undefined, secret?: string): Promise<ControlSchema<'WebhookAddress'>>;

  /** Client ID, clock, settings, and counts of the tenant's data. */
  describe(): Promise<ControlSchema<'Tenant'>>;
  /** Counts milestones and requests, and lists what needs attention and what happened last. */
  overview(): Promise<ControlSchema<'Overview'>>;
  settings(): Promise<ControlSchema<'Settings'>>;
  /** Changes the given fields. */
  changeSettings(change: ControlBody<'changeSettings'>): Promise<ControlSchema<'Settings'>>;
  faults(): Promise<ControlSchema<'Fault'>[]>;
  /** Replaces the whole list of faults, including those that others added. */
  setFaults(faults: ControlSchema<'NewFault'>[]): Promise<ControlSchema<'Fault'>[]>;
  /** Adds a fault at the end of the list and returns it with its ID. */
  addFault(fault: ControlSchema<'NewFault'>): Promise<ControlSchema<'Fault'>>;
  /** Removes one fault. */
  removeFault(faultId: string): Promise<void>;
  clearFaults(): Promise<void>;
  /** The newest answered requests. */
  requests(query?: ControlQuery<'listRequests'>): Promise<ControlResult<'listRequests'>>;
  request(requestId: string): Promise<ControlSchema<'LoggedRequest'>>;
  /** Removes everything but credentials, settings and webhook endpoint. The clock runs again. */
  reset(): Promise<ControlSchema<'Tenant'>>;
  /** Removes the tenant. `default` cannot be removed. */
  deleteTenant(): Promise<void>;
}

/** Options of a control. */
export interface ControlOptions {
  /** Default: `default`, the tenant that every sandbox has. */
  tenant?: string;
  /** Required if the sandbox was started with one. */
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
