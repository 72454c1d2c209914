import type { ClientObserver } from '../observer.ts';
import type { CallInfo, EndEvent, Hooks, Logger, RequestEvent, TokenFailure } from './hooks.ts';

/** Tells hooks and a logger what happens. What one throws, or rejects with, never reaches the call. */
export interface Observers {
  /** Whether somebody wants to know of requests, or to add headers to them. */
  watchesRequests: boolean;
  onStart(call: CallInfo): void;
  onRequest(request: RequestEvent): void;
  onEnd(end: EndEvent): void;
  onTokenFailure(failure: TokenFailure): void;
  debug(message: string, fields: object): void;
  warn(message: string, fields: object): void;
}

/** Who wants to know. */
interface Listeners {
  hooks: Hooks | undefined;
  logger: Logger | undefined;
  observer: ClientObserver | undefined;
}

/** Makes hooks and a logger safe to tell. A hook that fails is logged. */
export function createObservers({ hooks = {}, logger, observer }: Listeners): Observers {
  const warn = (message: string, fields: object) => guard(() => logger?.warn(message, fields), ignore);
  const warnOfHook = (error: unknown) => warn('a hook failed', { error });
  return {
    warn,
    watchesRequests: hooks.onRequest !== undefined,
    onStart: (call) => guard(() => hooks.onStart?.(call), warnOfHook),
    onRequest: (request) => guard(() => hooks.onRequest?.(request), warnOfHook),
    onEnd: (end) => guard(() => hooks.onEnd?.(end), warnOfHook),
    onTokenFailure(failure) {
      const { kind, operation, error } = failure;
      warn(error.message, { kind, operation, code: error.code });
      guard(() => hooks.onTokenFailure?.(failure), warnOfHook);
      guard(() => observer?.tokenFailure?.(failure), warnOfHook);
    },
    debug: (message, fields) => guard(() => logger?.debug(message, fields), ignore),
  };
}

/** A logger that fails has nobody to tell. */
function ignore(): void {}

/** Runs what somebody else wrote. An async function may fail later, too. */
export function guard(run: () => unknown, onFailure: (error: unknown) => void): void {
  try {
    const result = run();
    if (result !== undefined) Promise.resolve(result).catch(onFailure);
  } catch (error) {
    onFailure(error);
  }
}
