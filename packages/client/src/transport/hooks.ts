import type { EscrowError, Outcome } from '../errors/escrow-error.ts';
import type { OperationId } from '../operation-types.ts';
import type { HostName, Operation } from './operation.ts';

/** One call of an operation. Every event of a call carries the same object, so that it can key a WeakMap of spans. */
export interface CallInfo {
  readonly operationId: OperationId;
  readonly method: Operation['method'];
  readonly host: HostName;
  /** The path with its parameters in braces, so that no id or token is in a trace. */
  readonly template: string;
  /** How many requests were sent so far. */
  readonly attempts: number;
  /** What became of it so far. Once it is unknown, a later refusal does not make it known. */
  readonly outcome: Outcome;
}

/** A call under way, with all that is known of its operation. */
export type CallState = Operation & { -readonly [Name in keyof CallInfo]: CallInfo[Name] };

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
  /** The call is over: with an error, or with a status, which `raw` also hands over for a refusal. */
  onEnd?: (end: { call: CallInfo; status?: number; headers?: Headers; error?: EscrowError }) => void;
}

/** Where the client writes what happened. `console` fits. Messages and fields hold no secret and no personal data. */
export interface Logger {
  debug(message: string, fields: object): void;
  warn(message: string, fields: object): void;
}

/** Tells hooks and a logger what happens. What one throws, or rejects with, never reaches the call. */
export interface Observers {
  notify<Name extends keyof Hooks>(name: Name, ...event: Parameters<NonNullable<Hooks[Name]>>): void;
  log(level: keyof Logger, message: string, fields: object): void;
}

/** Runs a method, if it is there. Where it throws, its promise rejects. */
async function run(target: object | undefined, name: string, ...event: unknown[]): Promise<void> {
  await (target as Record<string, (...event: unknown[]) => unknown> | undefined)?.[name]?.(...event);
}

/** Makes hooks and a logger safe to tell. A hook that fails is logged. */
export function observers(hooks?: Hooks, logger?: Logger): Observers {
  const log: Observers['log'] = (...entry) => void run(logger, ...entry).catch(() => {});
  const notify: Observers['notify'] = (...event) =>
    void run(hooks, ...event).catch((error) => log('warn', 'a hook failed', { error }));
  return { log, notify };
}
