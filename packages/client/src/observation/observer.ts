import type { TokenKind } from '../document/registered.ts';
import type { EscrowError } from '../errors/escrow-error.ts';
import type { AttemptInfo, CallInfo, CallOutcome } from './call-info.ts';

/**
 * Watches a client, for logs, traces and metrics. `createLogObserver` creates one. The hooks
 * `call`, `request`, `flow` and `step` run around one operation: call `run` at once, and it resolves with the result. `run` never
 * rejects. Whatever a hook does, the operation runs exactly once and has the same result. Errors of a hook are passed to `warning`,
 * and nothing waits for the hook.
 */
export interface ClientObserver {
  /** One call: getting its token, all its requests, and reading its answer. A call that breaks a rule never starts. */
  call?(run: () => Promise<CallResult>, call: CallInfo): unknown;
  /** One request, within `call`. Headers passed to `run` are sent with it, except those that the client sets itself. */
  request?(run: (headers?: Record<string, string>) => Promise<RequestResult>, request: ObservedRequest): unknown;
  /** A call waits before a retry. There is no such delay when a request is sent again with a new token after a 401. */
  retry?(retry: ObservedRetry): unknown;
  /** One run of a flow. */
  flow?(run: () => Promise<FlowResult>, flow: ObservedFlow): unknown;
  /** One step of a flow that this run sends, within `flow`. `flows.checkout` has calls, and no steps. */
  step?(run: () => Promise<FlowResult>, step: ObservedStep): unknown;
  /** A refresh of a token before it expires failed. No call fails because of it. */
  tokenFailure?(failure: TokenFailure): unknown;
  /** An observer or the `onStep` of a flow failed. That changes nothing else. */
  warning?(warning: ObserverWarning): unknown;
}

/** A request that is about to be sent. */
interface ObservedRequest extends AttemptInfo {
  /** The server, from the options. */
  server: Server;
}

/** A delay before the next request of a call. */
export interface ObservedRetry extends AttemptInfo {
  /** The delay, in ms. */
  delayInMs: number;
}

/** A host without its path. */
export interface Server {
  /** The host name, or an IP address without brackets. */
  address: string;
  /** The port. Default by protocol: 443 or 80. */
  port: number;
}

/** The result of a call. Its attempts and its outcome are in the `CallInfo`. */
export interface CallResult {
  /** The status of the answer, if one came. */
  status: number | undefined;
  /** The headers of the answer, if one came. They may contain what was sent. */
  headers: Headers | undefined;
  /** The error of the call. Undefined for a refusal that a typed client of `hosts` returns rather than throws. */
  error: EscrowError | undefined;
}

/** The result of one request: an answer or a connection failure. */
export interface RequestResult {
  /** The status of the answer, if one came. */
  status: number | undefined;
  /** Whether the service acted on it. */
  outcome: CallOutcome;
  /** Why no answer came: for example a lost connection, or the deadline of the call. */
  error: EscrowError | undefined;
}

/** A flow that is about to run. */
export interface ObservedFlow {
  /** Its name, such as `openContract`. */
  flow: string;
}

/** A step that is about to be sent. */
export interface ObservedStep extends ObservedFlow {
  /** Its name, such as `addMilestones.1`. */
  step: string;
}

/** The result of a flow or a step. */
export interface FlowResult {
  /** The error that stopped it, if any. An error of your journal is passed on unchanged, and may contain your data. */
  error: unknown;
}

/** A refresh of a token that failed, while the current token is still valid. */
export interface TokenFailure {
  /** The kind of token. */
  kind: TokenKind;
  /** `token_provider`, with your provider's error as its `cause`. */
  error: EscrowError;
}

/** A failure in a function of the caller. */
export interface ObserverWarning {
  /** What failed, such as `an observer failed`. */
  message: string;
  /** What it threw. */
  error: unknown;
}
