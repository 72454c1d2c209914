import type { TokenKind } from '../generated/operations.ts';
import type { Checks } from '../rules/violation.ts';
import type { RetryOptions } from './retry.ts';

/** What may be set for one call. */
export interface CallOptions {
  /** Which rules are checked before the call is sent. Default: the client's. */
  checks?: Checks;
  /** The deadline over all requests of the call, in ms. Default: the client's. */
  timeoutInMs?: number;
  /** The most bytes that the body of an answer may have, decoded. Default: the client's. */
  maxAnswerInBytes?: number;
  /** How a failed request is sent again. Default: the client's, each number by itself. */
  retry?: RetryOptions;
  /** Ends the call early, with the code `aborted`. */
  signal?: AbortSignal;
  /** The token to send, where the operation takes more than one kind (AUTH-8). Default: the first that is set. */
  token?: TokenKind;
}

/** The options of a call, and what flows set besides. */
export interface InternalCallOptions extends CallOptions {
  /**
   * Awaited once a call, after its checks and its token, just before the first request leaves. Where it rejects, nothing
   * is sent, and the call fails with `configuration` whose `cause` is what it rejected with.
   */
  beforeFirstRequest?: () => Promise<void>;
}

/** What a call keeps to where its options say nothing else. */
export interface CallDefaults {
  checks: Checks;
  timeoutInMs: number;
  maxAnswerInBytes: number;
  retry: Required<RetryOptions>;
}

/** The options of a call, complete. */
export type CallSettings = CallDefaults & Pick<InternalCallOptions, 'signal' | 'token' | 'beforeFirstRequest'>;
