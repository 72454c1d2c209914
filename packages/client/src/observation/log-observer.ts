import type { ClientObserver } from './observer.ts';

/** A logger, such as `console`. Messages and fields contain no secret and no personal data. */
export interface Logger {
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
  async request(run, { call, attempt }) {
    const startedAt = performance.now();
    const { status, outcome, error } = await run();
    const durationInMs = Math.round(performance.now() - startedAt);
    const { operationId } = call;
    const result = status ?? error?.code ?? 'no answer';
    logger.debug(`${operationId}: ${result}`, { operationId, attempt, status, outcome, durationInMs });
  },
  retry: ({ call, attempt, delayInMs }) =>
    logger.debug(`${call.operationId}: waits before request ${attempt}`, {
      operationId: call.operationId,
      attempt,
      delayInMs,
    }),
  async call(run, { operationId }) {
    const { status, error } = await run();
    if (error) logger.warn(error.message, { operationId, code: error.code, status, outcome: error.outcome });
  },
  tokenFailure: ({ kind, error }) => logger.warn(error.message, { kind, code: error.code }),
  warning: ({ message, error }) => logger.warn(message, { error }),
});
