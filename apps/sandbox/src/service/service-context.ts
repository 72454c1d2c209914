import type { AssumedRules } from '../domain/refuse-or-note.ts';
import type { SandboxContext } from '../request-log/request-log.ts';
import type { checkRequest, checkTokenKind, identifyCaller } from './check-call.ts';
import type { completeAnswer } from './complete-answer.ts';
import type { handlers } from './operations/handlers.ts';

/** The rule implementations of calls: a table, so that contract tests can break one of them (see `RuleImplementations`). */
export interface ServiceRules {
  identifyCaller: typeof identifyCaller;
  checkTokenKind: typeof checkTokenKind;
  checkRequest: typeof checkRequest;
  handlers: typeof handlers;
  completeAnswer: typeof completeAnswer;
}

/** The context of calls of the document. */
export interface ServiceContext extends SandboxContext {
  /** A test mode: an undocumented answer becomes a 500 that says so. */
  validateResponses: boolean;
  /** What to do with calls that break a rule which the service does not state. */
  assumedRules: AssumedRules;
  /** Aborted when the sandbox begins to stop. */
  stopping: AbortSignal;
  rules: ServiceRules;
}
