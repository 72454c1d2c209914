export { ApiError } from './calls/answers.ts';
export type { HostClients } from './calls/hosts.ts';
export { type HttpAnswer, isApiError, isEscrowError, toHttpAnswer } from './caught-errors.ts';
export { checkoutRedirectUrl, legacyCheckoutRedirectUrl, parseCheckoutUrl, type ShortId } from './checkout-url.ts';
export { createEscrowClient, type EscrowClient, type Flows } from './create-escrow-client.ts';
export type { OperationId, OperationInput, SuccessBody } from './document/operation-types.ts';
export type {
  Address,
  BankAccount,
  CreatedMilestone,
  components,
  Deployment,
  Milestone,
  ParentContract,
  Party,
  paths,
  Register,
  RegisterCustomerRequest,
  RegisteredCustomer,
  TokenKind,
} from './document/registered.ts';
export { Secret } from './document/secret.ts';
export { EscrowError, type EscrowErrorCode, type Outcome } from './errors.ts';
export type { CheckoutToOpen, OpenedCheckout } from './flows/checkout.ts';
export type { ContractDefaults } from './flows/contract-terms.ts';
export type { DefinedFlow } from './flows/engine.ts';
export type { Journal, JournalEntry, ListableJournal, PendingStep } from './flows/journal.ts';
export type { CustomerToOnboard } from './flows/onboard-customer.ts';
export type { OpenedContract } from './flows/open-contract.ts';
export type { FlowOptions, StepProgress } from './flows/options.ts';
export { resolveStep, type StepResult } from './flows/resolve.ts';
export type { ContractToOpen, MilestoneToOpen, Share } from './flows/shop-contract.ts';
export { splitAmount } from './flows/split-amount.ts';
export type { RuleId } from './generated/service.ts';
export { type CallInfo, type ClientObserver, createLogObserver } from './observer.ts';
export type { CallOptions, EscrowClientOptions, RetryOptions } from './options.ts';
export type { StartedPayment } from './resources.ts';
export type { Checks, Violation } from './rules.ts';
export type { TokenProvider, TokenSource } from './tokens.ts';
