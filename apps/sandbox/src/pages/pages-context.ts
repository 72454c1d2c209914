import type { RequestLog } from '../request-log/request-log.ts';
import type { Changes } from '../storage/changes.ts';
import type { Database } from '../storage/database.ts';

/** What the pages need of the running sandbox. */
export interface PagesContext {
  db: Database;
  /** The system's time in milliseconds since 1970, from which the tenants' clocks are read. */
  systemNow: () => number;
  /** Where this sandbox is reached, without a slash at the end. */
  publicUrl: string;
  /** Tells the runner that something may be due: called after the commit that made it so. */
  wake: () => void;
  requestLog: RequestLog;
  /** Tells those who watch that something may have changed: called after the commit. */
  changes: Changes;
}
