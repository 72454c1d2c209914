import type { ProblemLog } from '../problems/problem-log.ts';
import type { RequestLog } from '../request-log/request-log.ts';
import type { Changes } from '../storage/changes.ts';
import type { Database } from '../storage/database.ts';

/** The context of the pages. */
export interface PagesContext {
  db: Database;
  /** The system's time in milliseconds since 1970, from which the tenants' clocks are read. */
  systemNow: () => number;
  /** The address of this sandbox, without a trailing slash. */
  publicUrl: string;
  /** Notifies the runner that something may be due. Call it after the commit. */
  wake: () => void;
  requestLog: RequestLog;
  /** Receives every failure. */
  problems: ProblemLog;
  /** Notifies watchers that something may have changed. Call it after the commit. */
  changes: Changes;
}
