import type { SandboxContext } from '../request-log/request-log.ts';

/** The context of the pages. */
export interface PagesContext extends SandboxContext {
  /** Notifies the runner that something may be due. Call it after the commit. */
  wake: () => void;
}
