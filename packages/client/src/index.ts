export { ApiError, isApiError } from './calls/api-error.ts';
export type { HostClients } from './calls/host-methods.ts';
export { type HttpAnswer, toHttpAnswer } from './calls/to-http-answer.ts';
export { checkoutRedirectUrl, legacyCheckoutRedirectUrl } from './checkout/checkout-redirect.ts';
export { parseCheckoutUrl, type ShortId } from './checkout/checkout-url.ts';
export { createEscrowClient, type EscrowClient, type Flows } from './create-escrow-client.ts';
export type { OperationId, OperationInput, SuccessBody } from './document/operation-types.ts';
export type { components, Deployment, paths, Register, TokenKind } from './document/registered.ts';
export type {
  Address,
  BankAccount,
  CreatedMilestone,
  RegisterCustomerRequest,
  RegisteredCustomer,
} from './document/schemas.ts';
export { Secret } from './document/secret.ts';
export { EscrowError, type EscrowErrorCode, type Outcome } from './errors/escrow-error.ts';
export type { CheckoutToOpen, OpenedCheckout } from './flows/checkout.ts';
export type { ContractDefaults } from './flows/contract-terms.ts';
export type { ContractToOpen, MilestoneToOpen, OpenedContract, Share } from './flows/contract-to-open.ts';
export type { FlowOptions, StepProgress } from './flows/flow-options.ts';
export type { Journal, JournalEntry, ListableJournal } from './flows/journal.ts';
export type { DefinedFlow } from './flows/journaled-flow.ts';
export type { CustomerToOnboard } from './flows/onboard-customer.ts';
export { resolveStep, type StepResult } from './flows/resolve-step.ts';
export { splitAmount } from './flows/split-amount.ts';
export type { PendingStep } from './flows/steps.ts';
export type { RuleId } from './generated/service.ts';
export { isEscrowError } from './is-escrow-error.ts';
export type { CallInfo } from './observation/call-info.ts';
export { createLogObserver } from './observation/log-observer.ts';
export type { ClientObserver } from './observation/observer.ts';
export type { EscrowClientOptions } from './options.ts';
export type { Milestone, ParentContract, Party } from './resources/contracts.ts';
export type { StartedPayment } from './resources/payments.ts';
export type { Checks, Violation } from './rules/violation.ts';
export type { TokenProvider, TokenSource } from './tokens/token-source.ts';
export type { CallOptions } from './transport/call-options.ts';
export type { RetryOptions } from './transport/retry.ts';
