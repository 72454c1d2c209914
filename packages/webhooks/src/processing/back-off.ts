/** The longest pause after failures in a row: soon enough to notice that the store is back. */
const longestPauseInMs = 2_000;

/**
 * Limits how much work starts while the store fails, so that a store that accepts few connections, or none, is not asked for
 * many. Work that started before the failure is not limited: it takes no place and is not aborted.
 *
 * - Open, at first: work may start in all places.
 * - Paused, after a failure: nothing starts until the pause is over, or something succeeds. The first pause is one interval long;
 *   each further one is twice as long, until a success.
 * - Trying, after a pause without a success: one place, until its claim succeeds.
 * - Growing, after a success: the places double after each interval, until all are there and it is open again. That takes only
 *   time, so work that never ends does not keep other work from starting.
 *
 * A failure in any state leads to the pause. Failures during a pause count as one.
 */
export class BackOff {
  readonly #allPlaces: number;
  readonly #intervalInMs: number;
  /** How much work that started after the last failure may run at once. */
  #places: number;
  /** The work that started after the last failure, and runs. */
  readonly #startedSince = new Set<object>();
  /** Whether the last result of the store was a failure. */
  #isFailing = false;
  #nextPauseInMs: number;
  /** The end of the pause or, after a success, the time at which the places double. By `performance.now()`. */
  #until = 0;

  /** @param intervalInMs The first pause, and the time between doublings. */
  constructor({ places, intervalInMs }: { places: number; intervalInMs: number }) {
    this.#allPlaces = places;
    this.#places = places;
    this.#intervalInMs = intervalInMs;
    this.#nextPauseInMs = intervalInMs;
  }

  /** How long nothing may start from now on; 0 if work may start. */
  pauseInMs(): number {
    return this.#isFailing ? Math.max(0, this.#until - performance.now()) : 0;
  }

  /** How much work may start beside all that runs. */
  freePlaces(runningCount: number): number {
    this.#grow();
    return Math.max(0, Math.min(this.#allPlaces - runningCount, this.#places - this.#startedSince.size));
  }

  start(work: object): void {
    this.#startedSince.add(work);
  }

  end(work: object): void {
    this.#startedSince.delete(work);
  }

  fail(): void {
    const now = performance.now();
    this.#places = 1;
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
    if (this.#isFailing || this.#places >= this.#allPlaces || now < this.#until) return;
    this.#places = Math.min(this.#places * 2, this.#allPlaces);
    this.#until = now + this.#intervalInMs;
  }
}
