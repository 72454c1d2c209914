import type { DeliveryContext } from '../delivery/delivery-context.ts';
import type { RequestLog } from '../request-log/request-log.ts';
import type { Changes } from '../storage/changes.ts';

/** What the control API needs of the running sandbox. */
export interface ControlContext extends DeliveryContext {
  /** Where this sandbox is reached, without a slash at the end. */
  publicUrl: string;
  requestLog: RequestLog;
  /** Tells those who watch that something may have changed: called after the commit. */
  changes: Changes;
  /** Aborted when the sandbox begins to stop. */
  stopping: AbortSignal;
  /** What calls have to bring; undefined where only this machine can make them. */
  controlToken: string | undefined;
}
