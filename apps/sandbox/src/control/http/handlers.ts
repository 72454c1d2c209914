import type { ControlOperationId } from '@escrow-kit/sandbox-control';
import type { ControlHandler } from '../control-call.ts';
import { giveCheckoutConsent, openCheckout, payCheckout } from '../handlers/checkout.ts';
import { advanceClock, freezeClock, getClock, resumeClock } from '../handlers/clock.ts';
import { drain, getDelivery, listDeliveries, redeliver } from '../handlers/deliveries.ts';
import { addFault, clearFaults, getFaults, removeFault, setFaults } from '../handlers/faults.ts';
import {
  acceptInvitations,
  completeMilestone,
  getMilestone,
  listContracts,
  listMilestones,
  payMilestone,
  releaseMilestone,
} from '../handlers/milestones.ts';
import { issueCustomerToken, listOtps, listUsers, setConsent } from '../handlers/people.ts';
import { describeService, getControlDocument, getHealth } from '../handlers/process.ts';
import { getRequest, listRequests } from '../handlers/requests.ts';
import { changeSettings, getSettings, setWebhook } from '../handlers/settings.ts';
import { exportTenant, importTenant, resetTenant } from '../handlers/state.ts';
import { createTenant, deleteTenant, getTenant, listTenants } from '../handlers/tenants.ts';

/** Calls that answer with one JSON body: all except the stream. */
type AnsweredCall = Exclude<ControlOperationId, 'streamChanges'>;

/** The handler of each call of the control API. */
export const controlHandlers: { [Id in AnsweredCall]: ControlHandler<Id> } & Partial<
  Record<'streamChanges', undefined>
> = {
  getHealth,
  getControlDocument,
  describeService,
  listTenants,
  createTenant,
  getTenant,
  deleteTenant,
  getSettings,
  changeSettings,
  setWebhook,
  listUsers,
  setConsent,
  listOtps,
  issueCustomerToken,
  listContracts,
  listMilestones,
  getMilestone,
  acceptInvitations,
  payMilestone,
  releaseMilestone,
  completeMilestone,
  openCheckout,
  payCheckout,
  giveCheckoutConsent,
  getClock,
  freezeClock,
  resumeClock,
  advanceClock,
  listDeliveries,
  getDelivery,
  redeliver,
  drain,
  getFaults,
  addFault,
  setFaults,
  removeFault,
  clearFaults,
  listRequests,
  getRequest,
  resetTenant,
  exportTenant,
  importTenant,
};
