import type { TokenKind } from '../document/registered.ts';
import type { Checks } from '../rules/violation.ts';
import type { RetryOptions, RetrySettings } from './retry.ts';

/** Headers by name. One that is undefined is not sent. */
type GivenHeaders = Readonly<Record<string, string | number | boolean | undefined>> | Headers;

/** The options of one call. */
export interface CallOptions {
  /** Which rules are checked before the call is sent. Default: the client's. */
  checks?: Checks | undefined;
  /** The deadline over all requests of the call, in ms. Default: the client's. */
  timeoutInMs?: number | undefined;
  /** The largest body of an answer, in decoded bytes. Default: the client's. */
  maxAnswerInBytes?: number | undefined;
  /** How to retry a failed request. Default for each number: the client's. */
  retry?: RetryOptions | undefined;
  /**
   * More headers to send. Refused are those that the client sets itself, `accept`, `authorization` and `content-type`, and those of the
   * connection, such as `host` and `content-length`, which are for `fetch` to set.
   */
  headers?: GivenHeaders | undefined;
  /** Ends the call early, with the code `aborted`. */
  signal?: AbortSignal | undefined;
  /** The token to send, if the operation takes more than one kind (AUTH-8). Default: the first that is set. */
  token?: TokenKind | undefined;
}

/** The options of a call, and those that only flows set. */
export interface InternalCallOptions extends CallOptions {
  /**
   * Awaited once per call, after its checks and its token, right before the first request leaves. If it rejects, nothing is sent, and
   * the call fails with `configuration`, with the rejection as `cause`.
   */
  beforeFirstRequest?: () => Promise<void>;
  /** Receives the final answer, even if it is a refusal. Its body has been read. */
  onResponse?: (response: Response) => void;
}

/** The options that apply unless a call sets its own. */
export interface CallDefaults {
  checks: Checks;
  timeoutInMs: number;
  maxAnswerInBytes: number;
  retry: RetrySettings;
}

/** The options of a call, after the client's defaults have filled in what the caller left out. */
export type CallSettings = CallDefaults &
  Pick<InternalCallOptions, 'headers' | 'signal' | 'token' | 'beforeFirstRequest' | 'onResponse'>;
