// What the files import that `npx @escrow-kit/client generate` writes.
export { bounded, nullable } from '../rules/bounds.ts';
export type { Check } from '../rules/check.ts';
export * from '../rules/functions.ts';
export type { PartyRoles } from '../rules/is-balanced.ts';
export type { OperationFacts } from '../rules/operation-facts.ts';
export { obtainToken } from './obtain-token.ts';
