/** Only for tests of this workspace. The published package has no such entry. */
export { Refusal } from './domain/refusal.ts';
export type { Answer } from './http/answer.ts';
export { type RuleImplementations, shippedRules } from './server/server-context.ts';
export type { Call } from './service/call.ts';
export { startService } from './start-service.ts';
