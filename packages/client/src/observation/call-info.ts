import type { OperationId } from '../document/operation-types.ts';
import type { HostName, Operation } from '../document/registered.ts';
import type { Outcome } from '../errors/escrow-error.ts';

/** The outcome of a call: an {@link Outcome} of an error, or `succeeded`: the service carried it out. */
export type CallOutcome = Outcome | 'succeeded';

/** One call of an operation. Every event of a call carries the same object, so that it can key a WeakMap of spans. */
export interface CallInfo {
  /** The operation, as the document names it. */
  readonly operationId: OperationId;
  /** The method of its requests. */
  readonly method: Operation['method'];
  /** The host that serves it, by its name in the options. */
  readonly host: HostName;
  /** The path with its parameters in braces, so that no id or token is in a trace. */
  readonly template: string;
  /** How many requests have been sent so far. */
  readonly attempts: number;
  /** Its outcome so far. Once it is `unknown`, a later refusal does not change that. */
  readonly outcome: CallOutcome;
}

/** A call that is running. */
export type CallState = { -readonly [Name in keyof CallInfo]: CallInfo[Name] };

/** One request of a call. */
export interface AttemptInfo {
  /** The call that it belongs to. */
  call: CallInfo;
  /** 1 for the first request. */
  attempt: number;
}
