import type { CallInfo, EndEvent, Hooks, Logger, RequestEvent, TokenFailure } from './hooks.ts';
import type { ClientObserver } from './observer.ts';

/**
 * Tells hooks and a logger what happens. What one throws, or rejects with, never reaches the call. Where nobody listens, there
 * is nothing to call, so that nothing is made to be told.
 */
export interface Observers {
  onStart: ((call: CallInfo) => void) | undefined;
  onRequest: ((request: RequestEvent) => void) | undefined;
  onEnd: ((end: EndEvent) => void) | undefined;
  onTokenFailure(failure: TokenFailure): void;
  debug: ((message: string, fields: object) => void) | undefined;
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
    onStart: hooks.onStart && ((call) => guard(() => hooks.onStart?.(call), warnOfHook)),
    onRequest: hooks.onRequest && ((request) => guard(() => hooks.onRequest?.(request), warnOfHook)),
    onEnd: hooks.onEnd && ((end) => guard(() => hooks.onEnd?.(end), warnOfHook)),
    onTokenFailure(failure) {
      const { kind, operation, error } = failure;
      warn(error.message, { kind, operation, code: error.code });
      guard(() => hooks.onTokenFailure?.(failure), warnOfHook);
      guard(() => observer?.tokenFailure?.(failure), warnOfHook);
    },
    debug: logger && ((message, fields) => guard(() => logger.debug(message, fields), ignore)),
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
