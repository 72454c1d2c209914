// Generated from src/calls by `pnpm generate`. Not to be edited.
import type * as checkout from '../calls/checkout.ts';
import type * as clock from '../calls/clock.ts';
import type * as deliveries from '../calls/deliveries.ts';
import type * as faults from '../calls/faults.ts';
import type * as milestones from '../calls/milestones.ts';
import type * as overview from '../calls/overview.ts';
import type * as people from '../calls/people.ts';
import type * as process from '../calls/process.ts';
import type * as requests from '../calls/requests.ts';
import type * as settings from '../calls/settings.ts';
import type * as tenants from '../calls/tenants.ts';
import type * as shared from '../calls/shared.ts';

/** Every call of the control API by its ID. */
export interface ControlCalls
  extends checkout.CheckoutCalls,
    clock.ClockCalls,
    deliveries.DeliveriesCalls,
    faults.FaultsCalls,
    milestones.MilestonesCalls,
    overview.OverviewCalls,
    people.PeopleCalls,
    process.ProcessCalls,
    requests.RequestsCalls,
    settings.SettingsCalls,
    tenants.TenantsCalls {}

/** Every schema of the control API's document by its name. */
export interface ControlSchemas {
  CheckoutAddress: checkout.CheckoutAddress;
  Checkout: checkout.Checkout;
  MilestoneState: milestones.MilestoneState;
  ConsentStatus: people.ConsentStatus;
  Session: checkout.Session;
  Milestone: milestones.Milestone;
  UserId: shared.UserId;
  AccountKind: milestones.AccountKind;
  Warning: shared.Warning;
  SessionConsent: checkout.SessionConsent;
  CheckoutConsent: checkout.CheckoutConsent;
  Clock: clock.Clock;
  DuePage: clock.DuePage;
  Due: clock.Due;
  DueDelivery: clock.DueDelivery;
  DueMove: clock.DueMove;
  Distance: clock.Distance;
  Advance: clock.Advance;
  Action: clock.Action;
  DeliveryAction: clock.DeliveryAction;
  MoveAction: clock.MoveAction;
  DeliveryState: deliveries.DeliveryState;
  DeliveryPage: deliveries.DeliveryPage;
  Delivery: deliveries.Delivery;
  DeliveryAttempt: deliveries.DeliveryAttempt;
  Drained: deliveries.Drained;
  FaultList: faults.FaultList;
  Fault: faults.Fault;
  NewFaults: faults.NewFaults;
  NewFault: faults.NewFault;
  ContractPage: milestones.ContractPage;
  ListedMilestone: milestones.ListedMilestone;
  MilestonePage: milestones.MilestonePage;
  Acceptance: milestones.Acceptance;
  Payment: milestones.Payment;
  Overview: overview.Overview;
  Happening: overview.Happening;
  RequestHappening: overview.RequestHappening;
  EventHappening: overview.EventHappening;
  DeliveryHappening: overview.DeliveryHappening;
  UserPage: people.UserPage;
  User: people.User;
  Consent: people.Consent;
  UserConsent: people.UserConsent;
  OtpList: people.OtpList;
  CustomerToken: people.CustomerToken;
  Health: process.Health;
  Document: process.Document;
  ServiceDescription: process.ServiceDescription;
  RequestPage: requests.RequestPage;
  LoggedRequest: requests.LoggedRequest;
  Settings: settings.Settings;
  Settlement: settings.Settlement;
  SettingsChange: settings.SettingsChange;
  WebhookAddress: settings.WebhookAddress;
  Webhook: settings.Webhook;
  TenantPage: tenants.TenantPage;
  NewTenant: tenants.NewTenant;
  CreatedTenant: tenants.CreatedTenant;
  Credentials: tenants.Credentials;
  Tokens: tenants.Tokens;
  Tenant: tenants.Tenant;
  TenantName: tenants.TenantName;
  Problem: shared.Problem;
}

/** The route of each call: its method and its path, with placeholders in braces. */
export const routes: { readonly [Id in keyof ControlCalls]: ControlCalls[Id]['route'] & shared.Route } = {
  openCheckout: 'POST /_sandbox/tenants/{tenant}/checkout/sessions',
  payCheckout: 'POST /_sandbox/tenants/{tenant}/checkout/sessions/pay',
  giveCheckoutConsent: 'POST /_sandbox/tenants/{tenant}/checkout/sessions/consent',
  getClock: 'GET /_sandbox/tenants/{tenant}/clock',
  getDue: 'GET /_sandbox/tenants/{tenant}/clock/due',
  freezeClock: 'POST /_sandbox/tenants/{tenant}/clock/freeze',
  resumeClock: 'POST /_sandbox/tenants/{tenant}/clock/resume',
  advanceClock: 'POST /_sandbox/tenants/{tenant}/clock/advance',
  listDeliveries: 'GET /_sandbox/tenants/{tenant}/deliveries',
  getDelivery: 'GET /_sandbox/tenants/{tenant}/deliveries/{deliveryId}',
  redeliver: 'POST /_sandbox/tenants/{tenant}/deliveries/{deliveryId}/redeliver',
  drain: 'POST /_sandbox/tenants/{tenant}/drain',
  getFaults: 'GET /_sandbox/tenants/{tenant}/faults',
  setFaults: 'PUT /_sandbox/tenants/{tenant}/faults',
  addFault: 'POST /_sandbox/tenants/{tenant}/faults',
  clearFaults: 'DELETE /_sandbox/tenants/{tenant}/faults',
  removeFault: 'DELETE /_sandbox/tenants/{tenant}/faults/{faultId}',
  listContracts: 'GET /_sandbox/tenants/{tenant}/contracts',
  listMilestones: 'GET /_sandbox/tenants/{tenant}/milestones',
  getMilestone: 'GET /_sandbox/tenants/{tenant}/milestones/{milestoneId}',
  acceptInvitations: 'POST /_sandbox/tenants/{tenant}/milestones/{milestoneId}/accept',
  payMilestone: 'POST /_sandbox/tenants/{tenant}/milestones/{milestoneId}/pay',
  releaseMilestone: 'POST /_sandbox/tenants/{tenant}/milestones/{milestoneId}/release',
  completeMilestone: 'POST /_sandbox/tenants/{tenant}/milestones/{milestoneId}/complete',
  getOverview: 'GET /_sandbox/tenants/{tenant}/overview',
  listUsers: 'GET /_sandbox/tenants/{tenant}/users',
  setConsent: 'PUT /_sandbox/tenants/{tenant}/consents/{phoneNumber}',
  listOtps: 'GET /_sandbox/tenants/{tenant}/otps/{phoneNumber}',
  issueCustomerToken: 'POST /_sandbox/tenants/{tenant}/customer-tokens/{phoneNumber}',
  getHealth: 'GET /_sandbox/health',
  getControlDocument: 'GET /_sandbox/openapi.json',
  describeService: 'GET /_sandbox/service',
  listRequests: 'GET /_sandbox/tenants/{tenant}/requests',
  getRequest: 'GET /_sandbox/tenants/{tenant}/requests/{requestId}',
  getSettings: 'GET /_sandbox/tenants/{tenant}/settings',
  changeSettings: 'PUT /_sandbox/tenants/{tenant}/settings',
  getWebhook: 'GET /_sandbox/tenants/{tenant}/webhook',
  setWebhook: 'PUT /_sandbox/tenants/{tenant}/webhook',
  listTenants: 'GET /_sandbox/tenants',
  createTenant: 'POST /_sandbox/tenants',
  getTenant: 'GET /_sandbox/tenants/{tenant}',
  deleteTenant: 'DELETE /_sandbox/tenants/{tenant}',
  resetTenant: 'POST /_sandbox/tenants/{tenant}/reset',
};
