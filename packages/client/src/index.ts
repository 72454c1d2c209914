export { ApiError, isApiError } from './calls/api-error.ts';
export type { Call } from './calls/call.ts';
export type { RawAnswer, RawClients, RawRequest } from './calls/raw.ts';
export { checkoutRedirectUrl, legacyCheckoutRedirectUrl, type RedirectOptions } from './checkout/checkout-redirect.ts';
export { type CheckoutUrlParts, parseCheckoutUrl, type ShortId } from './checkout/checkout-url.ts';
export { createEscrowClient, type EscrowClient, type Flows } from './create-escrow-client.ts';
export type { AnswerBody, OperationId, OperationInput, SuccessBody } from './document/operation-types.ts';
export { Secret, type SecretKind, type SecretText } from './document/secret.ts';
export {
  type ApiErrorCode,
  EscrowError,
  type EscrowErrorCode,
  type Outcome,
} from './errors/escrow-error.ts';
export type { CheckoutOptions, CheckoutToOpen, OpenCheckout, OpenCheckoutFlow } from './flows/checkout.ts';
export type { FlowOptions, FlowStop, InDoubt, StepInDoubt, StepProgress } from './flows/flow-options.ts';
export type { DamagedEntry, Journal, JournalEntry, JournalStep, ListableJournal } from './flows/journal.ts';
export type { CustomerToOnboard, OnboardCustomer } from './flows/onboard-customer.ts';
export type { ContractToOpen, OpenContract, OpenContractFlow } from './flows/open-contract.ts';
export { type Finding, type ResultField, resultFields, settleDoubt } from './flows/settle-doubt.ts';
export type {
  Doubt,
  OnboardCustomerResults,
  OnboardCustomerStep,
  OpenContractResults,
  OpenContractStep,
} from './flows/steps.ts';
export type { HostName, TokenKind } from './generated/operations.ts';
export type {
  AddedMilestones,
  Address,
  BankAccount,
  BrokerParty,
  CreatedContract,
  CreatedMilestone,
  CustomerParty,
  components,
  ItemDetail,
  LegacyAddAddressRequest,
  LegacyAddIbanRequest,
  LegacySignUpRequest,
  LinkUserRequest,
  OtpValidation,
  operations,
  ProviderParty,
  paths,
  RegisterCustomerRequest,
  RegisteredCustomer,
  UpdateUserRequest,
  ValidateOtpRequest,
} from './generated/schema.ts';
export { type ErrorWithCode, isEscrowError } from './is-escrow-error.ts';
export type {
  AttemptInfo,
  CallInfo,
  EndEvent,
  Hooks,
  Logger,
  RequestEvent,
  TokenFailure,
} from './observation/hooks.ts';
export type {
  CallResult,
  ClientObserver,
  FlowResult,
  ObservedFlow,
  ObservedRequest,
  ObservedStep,
  RequestResult,
  Server,
} from './observation/observer.ts';
export type { EscrowClientOptions } from './options.ts';
export type { Contracts, Milestone, ParentContract, Party } from './resources/contracts.ts';
export type { Customers } from './resources/customers.ts';
export type { Identity } from './resources/identity.ts';
export type { Legacy, SignedUpUser } from './resources/legacy.ts';
export type { PaymentStart, Payments, PaymentTicket, StartedPayment, TicketFor } from './resources/payments.ts';
export type { LinkUserAnswer, UserAnswer, Users } from './resources/users.ts';
export type { LeaveItOut } from './rules/leave-it-out.ts';
export type { Basis, Checks, Violation } from './rules/violation.ts';
export type { CachedToken, TokenCache } from './tokens/token-cache.ts';
export type { Clock } from './tokens/token-holder.ts';
export type { ExpiringToken, TokenProvider, TokenRequest, TokenSource } from './tokens/token-source.ts';
export type { CallOptions } from './transport/call-options.ts';
export type { HttpRequest, HttpTransport } from './transport/http-transport.ts';
export type { RetryOptions } from './transport/retry.ts';
