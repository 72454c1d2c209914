import type { Database } from '../storage/database.ts';

/** What the parts of one running sandbox share. */
export interface Service {
  db: Database;
  /** The system's time in milliseconds since 1970, from which the tenants' clocks are read. */
  systemNow: () => number;
  /** Where this sandbox is reached, without a slash at the end. */
  publicUrl: string;
  /** Tells the runner that something may be due: called after the commit that made it so. */
  wake: () => void;
}
