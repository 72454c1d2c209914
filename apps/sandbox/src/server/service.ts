import type { AssumedRules } from '../domain/refuse-or-note.ts';
import type { RequestLog } from '../request-log/request-log.ts';
import type { Changes } from '../storage/changes.ts';
import type { Database } from '../storage/database.ts';
import type { Parts } from './parts.ts';

/** What the parts of one running sandbox share. */
export interface Service {
  db: Database;
  /** The system's time in milliseconds since 1970, from which the tenants' clocks are read. */
  systemNow: () => number;
  /** Where this sandbox is reached, without a slash at the end. */
  publicUrl: string;
  /** A test mode: an answer that the document does not give its operation becomes a 500 that says so. */
  validateResponses: boolean;
  /** What becomes of calls that break a rule which the service does not state. */
  assumedRules: AssumedRules;
  /** Tells the runner that something may be due: called after the commit that made it so. */
  wake: () => void;
  requestLog: RequestLog;
  /** Tells those who watch that something may have changed: called after the commit. */
  changes: Changes;
  /** Aborted when the sandbox begins to stop. */
  stopping: AbortSignal;
  /** What calls of the control API have to bring; undefined where only this machine can make them. */
  controlToken: string | undefined;
  /** What holds the rules. */
  parts: Parts;
}
