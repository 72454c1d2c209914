export type { CheckoutToOpen, OpenCheckout, OpenCheckoutFlow } from './checkout.ts';
export { createFlows, type Flows } from './create-flows.ts';
export { createMemoryJournal, type Journal, type JournalEntry, type JournalStep, journalConflict } from './journal.ts';
export type { CustomerToOnboard, OnboardCustomer } from './onboard-customer.ts';
export type { ContractToOpen, OpenContract, OpenContractFlow } from './open-contract.ts';
export type { FlowOptions, InDoubt } from './run-flow.ts';
export { type StepInDoubt, StepInDoubtError } from './step-in-doubt-error.ts';
