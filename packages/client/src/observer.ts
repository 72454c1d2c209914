import type { OperationId } from './document/operation-types.ts';
import type { HostName, Operation, TokenKind } from './document/registered.ts';
import type { EscrowError, Outcome } from './errors.ts';

/**
 * Watches a client, for logs and metrics. `createLogObserver` creates one. Each function is called once, after the thing has happened, with one
 * object. Nothing waits for it, and it changes nothing: its errors are passed to `warning`.
 */
export interface ClientObserver {
  /** A call ended, with an answer or a failure. A call that breaks a rule never starts. */
  call?(call: EndedCall): unknown;
  /** One request of a call was answered, or failed. */
  attempt?(attempt: EndedAttempt): unknown;
  /** A call waits before a retry. There is no such delay when a request is sent again with a new token after a 401. */
  retry?(retry: AnnouncedRetry): unknown;
  /** A step of a flow that this run sent has ended. `flows.checkout` has calls, but no steps. */
  step?(step: EndedStep): unknown;
  /** A refresh of a token before it expires failed. No call fails because of it. */
  tokenFailure?(failure: TokenFailure): unknown;
  /** An observer or the `onStep` of a flow failed. That changes nothing else. */
  warning?(warning: ObserverWarning): unknown;
}

/** The outcome of a call: an {@link Outcome} of an error, or `succeeded`: the service carried it out. */
export type CallOutcome = Outcome | 'succeeded';

/** One call of an operation. Every event of a call has the same object, which can be the key of a WeakMap. */
export interface CallInfo {
  /** The operation, as the document names it. */
  readonly operationId: OperationId;
  /** The method of its requests. */
  readonly method: Operation['method'];
  /** The host that serves it, by its name in the options. */
  readonly host: HostName;
  /** The path with its parameters in braces, so that no ID or token is in a log. */
  readonly template: string;
  /** How many requests have been sent so far. */
  readonly attempts: number;
  /** Its outcome so far. Once it is `unknown`, a later refusal does not change that. */
  readonly outcome: CallOutcome;
}

/** A call that is running. */
export type CallState = { -readonly [Name in keyof CallInfo]: CallInfo[Name] };

/** A call that ended. */
interface EndedCall {
  /** The call, with all its attempts and its outcome. */
  call: CallInfo;
  /** How long it took, in ms. */
  durationInMs: number;
  /** The status of the answer, if there was one. */
  status: number | undefined;
  /** The headers of the answer, if there was one. They may contain what was sent. */
  headers: Headers | undefined;
  /** The error of the call. Undefined for a refusal that a typed client of `hosts` returns rather than throws. */
  error: EscrowError | undefined;
}

/** One request of a call. */
interface AttemptInfo {
  /** The call that it belongs to. */
  call: CallInfo;
  /** 1 for the first request. */
  attempt: number;
}

/** One request that ended: with an answer or a connection failure. */
interface EndedAttempt extends AttemptInfo {
  /** How long it took, in ms, with reading its answer. */
  durationInMs: number;
  /** The status of the answer, if there was one. */
  status: number | undefined;
  /** Whether the service acted on it. */
  outcome: CallOutcome;
  /** Why there was no answer, for example a lost connection, or the deadline of the call. */
  error: EscrowError | undefined;
}

/** A delay before the next request of a call. */
interface AnnouncedRetry extends AttemptInfo {
  /** The delay, in ms. */
  delayInMs: number;
}

/** A step of a flow that ended. */
interface EndedStep {
  /** The flow, such as `openContract`. */
  flow: string;
  /** The step, such as `addMilestones.1`. */
  step: string;
  /** How long it took, in ms, with its call and the journal. */
  durationInMs: number;
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
interface ObserverWarning {
  /** The failure, such as `an observer failed`. */
  message: string;
  /** The error that it threw. */
  error: unknown;
}

/** Passes events to all observers of a client. A client without observers has none, and creates no events. */
export type Notifier = Required<ClientObserver>;

/** Creates the notifier of a client. */
export function createNotifier(observers: readonly ClientObserver[]): Notifier | undefined {
  if (observers.length === 0) return undefined;

  /** Calls a function of each observer. What it throws, at once or later, is passed to `onFailure`. */
  function notifyAll(notify: (observer: ClientObserver) => unknown, onFailure: (error: unknown) => void = warn): void {
    for (const observer of observers) (async () => notify(observer))().catch(onFailure);
  }
  function warn(error: unknown): void {
    notifier.warning({ message: 'an observer failed', error });
  }
  const notifier: Notifier = {
    call: (call) => notifyAll((observer) => observer.call?.(call)),
    attempt: (attempt) => notifyAll((observer) => observer.attempt?.(attempt)),
    retry: (retry) => notifyAll((observer) => observer.retry?.(retry)),
    step: (step) => notifyAll((observer) => observer.step?.(step)),
    tokenFailure: (failure) => notifyAll((observer) => observer.tokenFailure?.(failure)),
    // If a warning fails, no function is left to notify.
    warning: (warning) => notifyAll((observer) => observer.warning?.(warning), ignore),
  };
  return notifier;
}

function ignore(): void {}

/** A logger, such as `console`. Messages and fields contain no secret and no personal data. */
interface Logger {
  /** Every request with its result, and every delay before another. */
  debug(message: string, fields: object): void;
  /** Every call, token refresh, observer or `onStep` that failed. */
  warn(message: string, fields: object): void;
}

/**
 * Creates an observer that writes to a logger, for the option `observer` of `createEscrowClient`.
 * @example createEscrowClient({ baseUrl, observer: createLogObserver(console) })
 */
export const createLogObserver = (logger: Logger): ClientObserver => ({
  attempt({ call: { operationId }, attempt, status, outcome, error, durationInMs }) {
    const result = status ?? error?.code ?? 'no answer';
    const fields = { operationId, attempt, status, outcome, durationInMs: Math.round(durationInMs) };
    logger.debug(`${operationId}: ${result}`, fields);
  },
  retry: ({ call: { operationId }, attempt, delayInMs }) =>
    logger.debug(`${operationId}: waits before request ${attempt}`, { operationId, attempt, delayInMs }),
  call({ call: { operationId }, status, error }) {
    if (error) logger.warn(error.message, { operationId, code: error.code, status, outcome: error.outcome });
  },
  tokenFailure: ({ kind, error }) => logger.warn(error.message, { kind, code: error.code }),
  warning: ({ message, error }) => logger.warn(message, { error }),
});
