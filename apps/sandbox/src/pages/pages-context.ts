import type { SandboxContext } from '../request-log/request-log.ts';
import type { Changes } from '../storage/changes.ts';

/** The context of the pages. */
export interface PagesContext extends SandboxContext {
  /** Notifies the runner that something may be due. Call it after the commit. */
  wake: () => void;
  /** Notifies watchers that something may have changed. Call it after the commit. */
  changes: Changes;
}
