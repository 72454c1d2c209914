import type { EscrowError, EscrowErrorCode } from '../errors/escrow-error.ts';
import type { OperationId } from '../operation-types.ts';
import type { HostName, Operation } from './operation.ts';

/** One call of an operation. Every event of a call carries the same object, so that it can key a WeakMap of spans. */
export interface CallInfo {
  operationId: OperationId;
  method: Operation['method'];
  host: HostName;
  /** The origin that the call goes to. */
  origin: string;
  /** The path with its parameters in braces, so that no id or token is in a trace. */
  pathTemplate: string;
}

/** One request of a call. */
export interface AttemptInfo {
  call: CallInfo;
  /** 1 for the first request. */
  attempt: number;
}

/** What a tracer, a meter or a test may watch. A hook that throws is logged and changes nothing. */
export interface Hooks {
  /** A call begins. */
  onStart?: (call: CallInfo) => void;
  /** A request is about to be sent. Headers set here are sent with it, such as `traceparent`; not `Authorization`. */
  onRequest?: (attempt: AttemptInfo & { headers: Headers }) => void;
  /** An answer was read to its end. */
  onResponse?: (attempt: AttemptInfo & { status: number; headers: Headers; durationInMs: number }) => void;
  /** The request is sent again after a delay. */
  onRetry?: (attempt: AttemptInfo & { delayInMs: number; reason: EscrowErrorCode | number }) => void;
  /** The call is over: with an error, or with a status, which `raw` also hands over for a refusal. */
  onEnd?: (end: {
    call: CallInfo;
    attempts: number;
    durationInMs: number;
    status?: number;
    error?: EscrowError;
  }) => void;
}

/** Where the client writes what happened. `console` fits. Messages and fields hold no secret and no personal data. */
export interface Logger {
  debug(message: string, fields: object): void;
  warn(message: string, fields: object): void;
}

/** All hooks that there are. */
export const hookNames = ['onStart', 'onRequest', 'onResponse', 'onRetry', 'onEnd'] as const;

type Method = (...event: unknown[]) => unknown;
type Observer<Target> = { [Name in keyof Target]-?: NonNullable<Target[Name]> };

/**
 * The methods of hooks or of a logger, callable whether they are there or not. What one throws, or rejects with, never
 * reaches the call: a request that was carried out must not turn into one that failed.
 */
function observe<Target extends object>(
  target: Target | undefined,
  onFailure: (error: unknown) => void = () => {},
): Observer<Target> {
  const run = async (name: keyof Target, event: unknown[]) =>
    (target?.[name] as Method | undefined)?.apply(target, event);
  const get =
    (_: object, name: string) =>
    (...event: unknown[]) =>
      void run(name as keyof Target, event).catch(onFailure);
  return new Proxy({}, { get }) as Observer<Target>;
}

/** The hooks and the logger of a client, made safe to call. */
export interface Observers {
  hooks: Observer<Hooks>;
  logger: Observer<Logger>;
}

/** Makes hooks and a logger safe to call. A hook that fails is logged. */
export function observers(hooks?: Hooks, givenLogger?: Logger): Observers {
  const logger = observe(givenLogger);
  return { logger, hooks: observe(hooks, (error) => logger.warn('a hook failed', { error })) };
}
