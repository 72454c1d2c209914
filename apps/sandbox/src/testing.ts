/** For tests of this workspace alone: the published package has no such entry. */
export type { ServiceOperation } from './document/operations.ts';
export type { Call } from './operations/call.ts';
export { Refusal } from './refusal.ts';
export type { Answer } from './server/answer.ts';
export { type Parts, shippedParts } from './server/parts.ts';
export { startService } from './start-sandbox.ts';
