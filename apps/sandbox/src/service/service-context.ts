import type { AssumedRules } from '../domain/refuse-or-note.ts';
import type { RequestLog } from '../request-log/request-log.ts';
import type { Database } from '../storage/database.ts';
import type { checkRequest, checkTokenKind, identifyCaller } from './check-call.ts';
import type { completeAnswer } from './complete-answer.ts';
import type { handlers } from './operations/handlers.ts';

/** What holds the rules of calls. */
export interface ServiceRules {
  identifyCaller: typeof identifyCaller;
  checkTokenKind: typeof checkTokenKind;
  checkRequest: typeof checkRequest;
  handlers: typeof handlers;
  completeAnswer: typeof completeAnswer;
}

/** What answering a call of the document needs of the running sandbox. */
export interface ServiceContext {
  db: Database;
  /** The system's time in milliseconds since 1970, from which the tenants' clocks are read. */
  systemNow: () => number;
  /** Where this sandbox is reached, without a slash at the end. */
  publicUrl: string;
  /** A test mode: an answer that the document does not give its operation becomes a 500 that says so. */
  validateResponses: boolean;
  /** What becomes of calls that break a rule which the service does not state. */
  assumedRules: AssumedRules;
  requestLog: RequestLog;
  /** Aborted when the sandbox begins to stop. */
  stopping: AbortSignal;
  rules: ServiceRules;
}
