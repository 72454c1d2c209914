import type { EscrowError } from '../errors/escrow-error.ts';
import type { TokenKind } from '../generated/operations.ts';
import type { AttemptInfo, CallInfo, CallOutcome } from './call-info.ts';

/**
 * Watches what a client does, for logs, traces and metrics: `createLogObserver` and `@escrow-kit/client/opentelemetry` make one.
 * `call`, `request`, `flow` and `step` run around one operation: call `run` at once, and it resolves with the result. `run`
 * never rejects, and the operation runs exactly once and with the same result whatever a hook does: its errors are passed to
 * `warning`, and nothing waits for it.
 */
export interface ClientObserver {
  /** One call: its token, all its requests, and the reading of its answer. A call that breaks a rule never starts. */
  call?(run: () => Promise<CallResult>, call: CallInfo): unknown;
  /** One request of a call, within `call`. Headers given to `run` are sent with it, except those that the client sets. */
  request?(run: (headers?: Record<string, string>) => Promise<RequestResult>, request: ObservedRequest): unknown;
  /** A call waits before its next request. The replay with a new token after a 401 waits for nothing. */
  retry?(retry: ObservedRetry): unknown;
  /** One run of a flow. */
  flow?(run: () => Promise<FlowResult>, flow: ObservedFlow): unknown;
  /** One step of a flow that this run sends, within `flow`. `flows.checkout` has calls, and no steps. */
  step?(run: () => Promise<FlowResult>, step: ObservedStep): unknown;
  /** A refresh of a token ahead of its end, or the cache of tokens, failed. No call fails for it. */
  tokenFailure?(failure: TokenFailure): unknown;
  /** A function of yours failed and changed nothing: an observer, or `onStep` of a flow. */
  warning?(warning: ObserverWarning): unknown;
}

/** A request that is about to be sent. */
export interface ObservedRequest extends AttemptInfo {
  /** Where it goes to, from the option `hosts`. */
  server: Server;
}

/** A delay before the next request of a call. */
export interface ObservedRetry extends AttemptInfo {
  /** How long it waits, in ms. */
  delayInMs: number;
}

/** A host without its path. */
export interface Server {
  /** The name, or an IP address without brackets. */
  address: string;
  /** The port, also if the address has none: 443 or 80. */
  port: number;
}

/** What became of a call. Its attempts and its outcome are in the `CallInfo`. */
export interface CallResult {
  /** The status of the answer, if one came. */
  status: number | undefined;
  /** The headers of the answer, if one came. They may hold what was sent. */
  headers: Headers | undefined;
  /** What the call failed with. A typed client of `hosts` returns a refusal rather than throw it: then it is undefined. */
  error: EscrowError | undefined;
}

/** What became of one request. */
export interface RequestResult {
  /** The status of the answer, if one came. */
  status: number | undefined;
  /** Whether the service acted on it. */
  outcome: CallOutcome;
  /** Why no answer came, such as a lost connection or the deadline of the call. */
  error: EscrowError | undefined;
}

/** A flow that is about to run. */
export interface ObservedFlow {
  /** Its name. */
  flow: 'onboardCustomer' | 'openContract' | 'checkout';
}

/** A step that is about to be sent. */
export interface ObservedStep extends ObservedFlow {
  /** Its name, such as `addMilestones.1`. */
  step: string;
}

/** What became of a flow or a step. */
export interface FlowResult {
  /** What stopped it. What a journal failed with is as it was thrown, and may hold data of yours. */
  error: unknown;
}

/** A failure of a token that stopped no call. */
export interface TokenFailure {
  /** Which token. */
  kind: TokenKind;
  /** `refresh`: a refresh ahead, while the current token is still good. `load`, `save`: the option `tokenCache`. */
  operation: 'refresh' | 'load' | 'save';
  /** `token_provider`, with the error of your provider as its `cause`; or `token_cache`, which holds nothing of your cache's. */
  error: EscrowError;
}

/** A failure in a function of the caller's. */
export interface ObserverWarning {
  /** What failed, such as `an observer failed`. */
  message: string;
  /** What it threw. */
  error: unknown;
}
