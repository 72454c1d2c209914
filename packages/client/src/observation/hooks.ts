import type { OperationId } from '../document/operation-types.ts';
import type { EscrowError, Outcome } from '../errors/escrow-error.ts';
import type { HostName, Operation, TokenKind } from '../generated/operations.ts';

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
  /** How many requests were sent so far. */
  readonly attempts: number;
  /** What became of it so far. Once it is unknown, a later refusal does not make it known. */
  readonly outcome: Outcome;
}

/** A call under way. */
export type CallState = { -readonly [Name in keyof CallInfo]: CallInfo[Name] };

/** One request of a call. */
export interface AttemptInfo {
  /** The call that it belongs to. */
  call: CallInfo;
  /** 1 for the first request. */
  attempt: number;
}

/** A request that is about to be sent. */
export interface RequestEvent extends AttemptInfo {
  /** Headers set here are sent with the request. */
  headers: Headers;
}

/** The end of a call. */
export interface EndEvent {
  /** The call, with what became of it. */
  call: CallInfo;
  /** The status of the answer, which `raw` also hands over for a refusal. */
  status?: number;
  /** The headers of the answer. They may hold what was sent. */
  headers?: Headers;
  /** What the call failed with, where no answer came. */
  error?: EscrowError;
}

/** What failed about a token and stopped no call. */
export interface TokenFailure {
  /** Which token. */
  kind: TokenKind;
  /** `refresh`: a refresh ahead, while the token before is still good. `load`, `save`: the option `tokenCache`. */
  operation: 'refresh' | 'load' | 'save';
  /** `token_provider`, with what your provider failed with as its `cause`; or `token_cache`, which holds none of yours. */
  error: EscrowError;
}

/** What a tracer, a meter or a test may watch. A hook that throws is logged and changes nothing. */
export interface Hooks {
  /** A call begins. */
  onStart?: (call: CallInfo) => void;
  /** A request is about to be sent. Headers set here are sent with it, such as `traceparent`; not `Authorization`. */
  onRequest?: (request: RequestEvent) => void;
  /** The call is over. */
  onEnd?: (end: EndEvent) => void;
  /** A refresh of a token ahead of its end, or the cache of tokens, failed. No call fails for it. */
  onTokenFailure?: (failure: TokenFailure) => void;
}

/** Where the client writes what happened. `console` fits. Messages and fields hold no secret and no personal data. */
export interface Logger {
  /** Every request, with what became of it. */
  debug(message: string, fields: object): void;
  /** A hook that failed, or a token that was not refreshed or shared. */
  warn(message: string, fields: object): void;
}
