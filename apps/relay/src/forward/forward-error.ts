/** Why an attempt failed. `kind` is one of few, so that failures can be counted by it. */
export class ForwardError extends Error {
  readonly kind: string;
  /** The status of the answer; undefined if there was none. */
  readonly status: number | undefined;
  /** From the header `retry-after`. */
  readonly retryAt: Date | undefined;

  constructor(
    kind: string,
    { status, retryAt, cause }: { status?: number; retryAt?: Date | undefined; cause?: unknown } = {},
  ) {
    super(kind, { cause });
    this.kind = kind;
    this.status = status;
    this.retryAt = retryAt;
  }
}

/** Statuses by which an endpoint says that it takes no events at present. */
const outageStatuses: readonly (number | undefined)[] = [429, 502, 503, 504];

/** Whether a failed attempt shows that the endpoint is down for every event, not only for this one. */
export const isOutage = (error: unknown): boolean =>
  error instanceof ForwardError && (error.status === undefined || outageStatuses.includes(error.status));
