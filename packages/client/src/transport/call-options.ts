import type { TokenKind } from '../generated/operations.ts';
import type { Checks } from '../rules/violation.ts';
import type { RetryOptions, RetrySettings } from './retry.ts';

/** What may be set for one call. */
export interface CallOptions {
  /** Which rules are checked before the call is sent. Default: the client's. */
  checks?: Checks | undefined;
  /** The deadline over all requests of the call, in ms. Default: the client's. */
  timeoutInMs?: number | undefined;
  /** The most bytes that the body of an answer may have, decoded. Default: the client's. */
  maxAnswerInBytes?: number | undefined;
  /** How a failed request is sent again. Default: the client's, number by number. */
  retry?: RetryOptions | undefined;
  /** Ends the call early, with the code `aborted`. */
  signal?: AbortSignal | undefined;
  /** The token to send, where the operation takes more than one kind (AUTH-8). Default: the first that is set. */
  token?: TokenKind | undefined;
}

/** The options of a call, and what flows set besides. */
export interface InternalCallOptions extends CallOptions {
  /**
   * Awaited once a call, after its checks and its token, just before the first request leaves. Where it rejects, nothing
   * is sent, and the call fails with `configuration` whose `cause` is what it rejected with.
   */
  beforeFirstRequest?: () => Promise<void>;
  /** Receives the answer that the call ends with, a refusal too. Its body is read already. */
  onResponse?: (response: Response) => void;
}

/** The options that apply unless a call sets its own. */
export interface CallDefaults {
  checks: Checks;
  timeoutInMs: number;
  maxAnswerInBytes: number;
  retry: RetrySettings;
}

/** The options of a call, complete. */
export type CallSettings = CallDefaults &
  Pick<InternalCallOptions, 'signal' | 'token' | 'beforeFirstRequest' | 'onResponse'>;
