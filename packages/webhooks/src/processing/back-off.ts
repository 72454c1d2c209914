/** The longest pause after failures in a row: soon enough to notice that the store is back. */
const longestPauseInMs = 2_000;

/**
 * Limits how much work starts while the store fails, so that a store that accepts few connections, or none, is not asked for
 * many. Work that started before the failure is not limited: it takes no slot and is not aborted.
 *
 * - Open, at first: all concurrency slots may be used.
 * - Paused, after a failure: nothing starts until the pause is over, or something succeeds. The first pause is one interval long;
 *   each further one is twice as long, until a success.
 * - Trying, after a pause without a success: one slot, until its claim succeeds.
 * - Growing, after a success: the slots double after each interval, until all are available and it is open again. That takes
 *   only time, so work that never ends does not block other work.
 *
 * A failure in any state leads to the pause. Failures during a pause count as one.
 */
export class BackOff {
  readonly #concurrency: number;
  readonly #intervalInMs: number;
  /** How much work that started after the last failure may run at once. */
  #slots: number;
  /** The work that started after the last failure, and runs. */
  readonly #startedSince = new Set<object>();
  /** Whether the last result of the store was a failure. */
  #isFailing = false;
  #nextPauseInMs: number;
  /** The end of the pause or, after a success, the time at which the slots double. By `performance.now()`. */
  #until = 0;

  /** @param intervalInMs The first pause, and the time between doublings. */
  constructor({ concurrency, intervalInMs }: { concurrency: number; intervalInMs: number }) {
    this.#concurrency = concurrency;
    this.#slots = concurrency;
    this.#intervalInMs = intervalInMs;
    this.#nextPauseInMs = intervalInMs;
  }

  /** How long nothing may start from now on; 0 if work may start. */
  pauseInMs(): number {
    return this.#isFailing ? Math.max(0, this.#until - performance.now()) : 0;
  }

  /** How much work may start beside all that runs. */
  freeSlots(runningCount: number): number {
    this.#grow();
    return Math.max(0, Math.min(this.#concurrency - runningCount, this.#slots - this.#startedSince.size));
  }

  start(work: object): void {
    this.#startedSince.add(work);
  }

  end(work: object): void {
    this.#startedSince.delete(work);
  }

  fail(): void {
    const now = performance.now();
    this.#slots = 1;
    this.#startedSince.clear();
    if (this.#isFailing && now < this.#until) return;
    this.#isFailing = true;
    this.#until = now + this.#nextPauseInMs;
    this.#nextPauseInMs = Math.min(this.#nextPauseInMs * 2, Math.max(longestPauseInMs, this.#intervalInMs));
  }

  succeed(): void {
    this.#isFailing = false;
    this.#nextPauseInMs = this.#intervalInMs;
  }

  #grow(): void {
    const now = performance.now();
    if (this.#isFailing || this.#slots >= this.#concurrency || now < this.#until) return;
    this.#slots = Math.min(this.#slots * 2, this.#concurrency);
    this.#until = now + this.#intervalInMs;
  }
}
