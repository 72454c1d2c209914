/** The longest pause after failures in a row: soon enough to notice that the store is back. */
const longestPauseInMs = 2_000;

/**
 * How much work may start while the store fails, so that a store that takes few connections, or none, is not asked for many
 * again and again. It limits only what starts after a failure: what was running before may run for as long as it likes, holds
 * none of these places, and is never ended.
 *
 * - Open, at first: all places may be used.
 * - Paused, after a failure: nothing starts. The pause ends by itself or with a success. It doubles with each failure in a row,
 *   and begins at one interval again after a success.
 * - Trying, after a pause without a success: one place. Its claim succeeds or fails.
 * - Growing, after a success: the places double, one interval after another, until all are there and it is open again. That
 *   takes only time, so work that never ends does not keep other work from starting.
 *
 * A failure leads from each state to the pause. Failures within a pause are one failure.
 */
export class BackOff {
  readonly #allPlaces: number;
  readonly #intervalInMs: number;
  /** How many pieces of work that started after the last failure may run at once. */
  #places: number;
  /** Those that do. */
  readonly #startedSince = new Set<object>();
  /** Whether the last thing heard of the store is a failure. */
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

  /** How long nothing may start from now on; 0 if something may. */
  pauseInMs(): number {
    return this.#isFailing ? Math.max(0, this.#until - performance.now()) : 0;
  }

  /** How many pieces of work may start, beside all those that run. */
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
