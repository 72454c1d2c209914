import type { CallControl } from './call-control.ts';
import type { ControlQuery, ControlResult, ControlSchema } from './control-types.ts';

/** Acts for the parties of a contract and for the operator. The rules apply here as everywhere. */
export interface ContractControl {
  /** Grants the consent of a linked user (USER-3), even after it was declined (USER-4). */
  giveConsent(phoneNumber: string): Promise<ControlSchema<'UserConsent'>>;
  setConsent(phoneNumber: string, status: ControlSchema<'ConsentStatus'>): Promise<ControlSchema<'UserConsent'>>;
  /** A page of users, by phone number. */
  users(query?: ControlQuery<'listUsers'>): Promise<ControlResult<'listUsers'>>;
  /** The one-time passwords that a phone received, newest first. */
  otps(phoneNumber: string): Promise<ControlSchema<'OtpList'>['otps']>;
  /**
   * Issues a legacy customer token of a linked user, for `userTokenUrl` and the script's `userToken` (AUTH-10). It is a secret
   * and shown once; earlier ones stay valid. How the service issues one is not shown.
   */
  customerToken(phoneNumber: string): Promise<string>;
  /** A page of contracts, newest first, each with its milestones. The service shows no call that reads one back. */
  contracts(query?: ControlQuery<'listContracts'>): Promise<ControlResult<'listContracts'>>;
  /** A page of milestones, newest first. */
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
}

/** Creates this part of a control. */
export function createContractControl(call: CallControl): ContractControl {
  const setConsent: ContractControl['setConsent'] = (phoneNumber, status) =>
    call('setConsent', { path: { phoneNumber }, body: { status } });
  return {
    setConsent,
    giveConsent: (phoneNumber) => setConsent(phoneNumber, 'GRANTED'),
    users: (query) => call('listUsers', { query }),
    otps: async (phoneNumber) => (await call('listOtps', { path: { phoneNumber } })).otps,
    customerToken: async (phoneNumber) => (await call('issueCustomerToken', { path: { phoneNumber } })).customerToken,
    contracts: (query) => call('listContracts', { query }),
    milestones: (query) => call('listMilestones', { query }),
    milestone: (milestoneId) => call('getMilestone', { path: { milestoneId } }),
    accept: (milestoneId, phoneNumber) =>
      call('acceptInvitations', { path: { milestoneId }, body: phoneNumber === undefined ? {} : { phoneNumber } }),
    pay: (milestoneId, buyerPhone) =>
      call('payMilestone', { path: { milestoneId }, body: buyerPhone === undefined ? {} : { buyerPhone } }),
    release: (milestoneId) => call('releaseMilestone', { path: { milestoneId } }),
    complete: (milestoneId) => call('completeMilestone', { path: { milestoneId } }),
    openCheckout: (checkoutUrl, buyerPhone) =>
      call('openCheckout', { body: buyerPhone === undefined ? { checkoutUrl } : { checkoutUrl, buyerPhone } }),
    payCheckout: (session) => call('payCheckout', { body: { session } }),
    giveCheckoutConsent: (session, granted) => call('giveCheckoutConsent', { body: { session, granted } }),
  };
}
