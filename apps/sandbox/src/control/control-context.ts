import type { DeliveryContext } from '../delivery/delivery-context.ts';
import type { ProblemLog } from '../problems/problem-log.ts';
import type { RequestLog } from '../request-log/request-log.ts';
import type { Changes } from '../storage/changes.ts';

/** The context of the control API. */
export interface ControlContext extends DeliveryContext {
  /** The address of this sandbox, without a trailing slash. */
  publicUrl: string;
  requestLog: RequestLog;
  /** Receives every failure. */
  problems: ProblemLog;
  /** Notifies watchers that something may have changed. Call it after the commit. */
  changes: Changes;
  /** Aborted when the sandbox begins to stop. */
  stopping: AbortSignal;
  /** The token that calls have to send; undefined if only this machine can make calls. */
  controlToken: string | undefined;
}
