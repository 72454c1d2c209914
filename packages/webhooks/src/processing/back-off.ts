/** The longest pause after failures in a row: soon enough to notice that the store is back. */
const longestPauseInMs = 2_000;

/**
 * How much work may run at once while the store fails. At first all of it. A failure leaves one place, and begins a pause in
 * which nothing starts; pauses double with each failure in a row. A success ends the pause, and the places double, one interval
 * after another, until all are there again. So a store that takes few connections, or none, is not asked for many again and
 * again. It never ends what is running.
 */
export class BackOff {
  readonly #allPlaces: number;
  readonly #intervalInMs: number;
  #places: number;
  #isPaused = false;
  #nextPauseInMs: number;
  /** The end of the pause or, after a success, the time at which the places double. By `performance.now()`. */
  #until = 0;

  /** @param intervalInMs The first pause. */
  constructor({ places, intervalInMs }: { places: number; intervalInMs: number }) {
    this.#allPlaces = places;
    this.#places = places;
    this.#intervalInMs = intervalInMs;
    this.#nextPauseInMs = intervalInMs;
  }

  /** How long nothing may start from now on; 0 if something may. */
  pauseInMs(): number {
    return this.#isPaused ? Math.max(0, this.#until - performance.now()) : 0;
  }

  /** How many pieces of work may run at once. */
  places(): number {
    const now = performance.now();
    if (!this.#isPaused && this.#places < this.#allPlaces && now >= this.#until) {
      this.#places = Math.min(this.#places * 2, this.#allPlaces);
      this.#until = now + this.#intervalInMs;
      this.#nextPauseInMs = this.#intervalInMs;
    }
    return this.#places;
  }

  fail(): void {
    const now = performance.now();
    this.#places = 1;
    // What fails at the same time is one failure.
    if (this.#isPaused && now < this.#until) return;
    this.#isPaused = true;
    this.#until = now + this.#nextPauseInMs;
    this.#nextPauseInMs = Math.min(this.#nextPauseInMs * 2, Math.max(longestPauseInMs, this.#intervalInMs));
  }

  succeed(): void {
    this.#isPaused = false;
  }
}
