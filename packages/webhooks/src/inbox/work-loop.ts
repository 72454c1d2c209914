import { WebhookError } from '../errors.ts';
import { longestTimerInMs, type Processing, type ProcessingSettings } from './processing.ts';

const defaultStopLimitInMs = 30_000;

/** How long `stop` waits for aborted work to be released. */
const releaseLimitInMs = 5_000;

/** How long nothing may move before `onError` is called. */
const stallLimitInMs = 60_000;

/**
 * A claimed piece of work. It ends soon after the signal aborts, and releases what it has not done. It rejects if the store
 * failed.
 */
export type Work = (signal: AbortSignal) => Promise<WorkResult>;

/**
 * `attempted`: there may be more to do now. `outage`: what the handler calls is down, so fewer pieces of work start until one is
 * attempted. `nothing`: it did nothing.
 */
export type WorkResult = 'attempted' | 'outage' | 'nothing';

export interface WorkSource {
  /** Claims at most `limit` pieces of work. `delayInMs` is the pause until the next claim. */
  claim(limit: number): Promise<{ work: Work[]; delayInMs: number }>;
  /** The first pause after a failure, and the time between checks while all slots are busy. */
  pollIntervalInMs: number;
  /** Closes what `claim` uses, after everything else has ended or run out of time. */
  close(): Promise<void>;
}

/** A piece of work in progress. */
interface Run {
  abort: AbortController;
  /** How many failures came before it started. */
  failuresBefore: number;
}

/**
 * Runs the work of a source, `concurrency` pieces at a time or fewer after a failure.
 *
 * - Running, at first: it claims work and starts it, then waits for the delay that the source asks for. `wake` ends the wait.
 *   After a failure it pauses as its `BackOff` says, which `wake` cannot shorten.
 * - Stopping, after `stop`: it claims nothing and waits for the work in progress. After the limit it aborts that work, and waits
 *   5 s for its release. What a claim still brings is aborted at once.
 * - Stopped: the source is closed, which may take 5 s as well. It never starts again.
 */
export class WorkLoop implements Processing {
  readonly #settings: ProcessingSettings;
  readonly #source: WorkSource;
  readonly #backOff: BackOff;
  readonly #wakeSignal = createWakeSignal();
  readonly #running = new Map<Run, Promise<void>>();
  readonly #stallTimer: NodeJS.Timeout;
  readonly #looping: Promise<void>;
  #isStopping = false;
  #stopped: Promise<void> | undefined;
  #movedAt = performance.now();

  constructor(settings: ProcessingSettings, source: WorkSource) {
    this.#settings = settings;
    this.#source = source;
    this.#backOff = new BackOff(settings.concurrency, source.pollIntervalInMs);
    // Apart from the loop, because the loop itself may be stuck.
    this.#stallTimer = setInterval(() => this.#reportStall(), stallLimitInMs).unref();
    this.#looping = this.#loop();
  }

  /** Ends the wait, because there may be something to do. */
  wake(): void {
    this.#wakeSignal.wake();
  }

  stop({ limitInMs = defaultStopLimitInMs }: { limitInMs?: number } = {}): Promise<void> {
    this.#stopped ??= this.#stop(limitInMs);
    return this.#stopped;
  }

  async #loop(): Promise<void> {
    while (!this.#isStopping) {
      const delayInMs = await this.#claim().catch((error) => this.#fail(error));
      if (!this.#isStopping) await this.#wakeSignal.wait(delayInMs);
    }
  }

  /** Starts what may start. Resolves with the wait until the next claim. */
  async #claim(): Promise<number> {
    // A wake ends the wait, but not the pause.
    const pauseInMs = this.#backOff.pauseInMs();
    if (pauseInMs > 0) return pauseInMs;
    const free = this.#freeSlots();
    if (free === 0) return this.#source.pollIntervalInMs;
    const { work, delayInMs } = await this.#source.claim(free);
    this.#backOff.succeed('store');
    for (const each of work) this.#start(each);
    this.#movedAt = performance.now();
    return delayInMs;
  }

  #start(work: Work): void {
    const run = { abort: new AbortController(), failuresBefore: this.#backOff.failures };
    if (this.#isStopping) run.abort.abort();
    this.#running.set(run, this.#finish(run, work));
  }

  async #finish(run: Run, work: Work): Promise<void> {
    try {
      const result = await work(run.abort.signal);
      this.#backOff.succeed(result === 'attempted' ? 'handlers' : 'store');
      if (result === 'outage') this.#backOff.fail('handlers');
      // After an outage, too: then the loop waits for the end of its pause.
      if (result !== 'nothing') this.wake();
    } catch (error) {
      // Without a wake, because failed work waits.
      this.#fail(error);
    } finally {
      this.#running.delete(run);
      this.#movedAt = performance.now();
    }
  }

  /** Reports a failure of the store. Returns the pause after it. */
  #fail(error: unknown): number {
    this.#backOff.fail('store');
    this.#settings.onError(error);
    return this.#backOff.pauseInMs();
  }

  #freeSlots(): number {
    return this.#backOff.freeSlots([...this.#running.keys()]);
  }

  #reportStall(): void {
    const stillForInMs = performance.now() - this.#movedAt;
    if (stillForInMs < stallLimitInMs) return;
    const seconds = Math.floor(stillForInMs / 1_000);
    const { handlerTimeoutInMs, onError } = this.#settings;
    // Work that takes longer than its handler may is waiting for the store.
    const cause =
      this.#freeSlots() > 0 || stillForInMs > handlerTimeoutInMs
        ? `the store has not answered for ${seconds} s.`
        : `none of the ${this.#running.size} running handlers has ended for ${seconds} s. Lower handlerTimeoutInMs (${handlerTimeoutInMs}), add time limits to the handlers, or raise concurrency.`;
    onError(new WebhookError('inbox', `No other event can start: ${cause}`));
  }

  async #stop(limitInMs: number): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#stallTimer);
    this.wake();
    const settled = this.#looping.then(() => Promise.all(this.#running.values()));
    if (!(await endsWithin(settled, limitInMs))) {
      for (const { abort } of this.#running.keys()) abort.abort();
      await endsWithin(settled, releaseLimitInMs);
    }
    await endsWithin(this.#source.close().catch(this.#settings.onError), releaseLimitInMs);
  }
}

/** The longest pause after failures in a row: soon enough to notice that the store is back. */
const longestPauseInMs = 2_000;

/** What fails: the store, or what the handlers call (`isOutage`). */
type Failing = 'store' | 'handlers';

/**
 * Limits how much work starts after a failure, so that a store that accepts few connections, or none, is not asked for many, nor is what
 * the handlers call. Work that started before the failure is not limited: it takes no slot and is not aborted.
 *
 * - Open, at first: all concurrency slots may be used.
 * - Paused, after a failure: nothing starts until the pause is over, or what failed succeeds. The first pause is one interval long;
 *   each further one is twice as long, until a success.
 * - Trying, after a pause without a success: one slot, until what failed succeeds: a claim of the store, or an attempt.
 * - Growing, after a success: the slots double after each interval, until all are available and it is open again. That takes
 *   only time, so work that never ends does not block other work.
 *
 * A failure in any state leads to the pause. Failures during a pause count as one.
 */
class BackOff {
  /** How many failures there were. */
  failures = 0;
  readonly #concurrency: number;
  readonly #intervalInMs: number;
  /** How much work that started after the last failure may run at once. */
  #slots: number;
  /** What failed last, unless it has succeeded since. */
  #failing: Failing | undefined;
  #nextPauseInMs: number;
  /** The end of the pause or, after a success, the time at which the slots double. By `performance.now()`. */
  #until = 0;

  /** @param intervalInMs The first pause, and the time between doublings. */
  constructor(concurrency: number, intervalInMs: number) {
    this.#concurrency = concurrency;
    this.#slots = concurrency;
    this.#intervalInMs = intervalInMs;
    this.#nextPauseInMs = intervalInMs;
  }

  /** How long nothing may start from now on; 0 if work may start. */
  pauseInMs(): number {
    return this.#failing ? Math.max(0, this.#until - performance.now()) : 0;
  }

  /** How much work may start beside what runs. */
  freeSlots(running: readonly Run[]): number {
    this.#grow();
    const startedSince = running.filter(({ failuresBefore }) => failuresBefore === this.failures);
    return Math.max(0, Math.min(this.#concurrency - running.length, this.#slots - startedSince.length));
  }

  fail(what: Failing): void {
    const now = performance.now();
    this.failures += 1;
    this.#slots = 1;
    const isPaused = this.#failing && now < this.#until;
    this.#failing = what;
    if (isPaused) return;
    this.#until = now + this.#nextPauseInMs;
    this.#nextPauseInMs = Math.min(this.#nextPauseInMs * 2, Math.max(longestPauseInMs, this.#intervalInMs));
  }

  /** A success of the store says nothing about what the handlers call. */
  succeed(what: Failing): void {
    if (what === 'store' && this.#failing === 'handlers') return;
    this.#failing = undefined;
    this.#nextPauseInMs = this.#intervalInMs;
  }

  #grow(): void {
    const now = performance.now();
    if (this.#failing || this.#slots >= this.#concurrency || now < this.#until) return;
    this.#slots = Math.min(this.#slots * 2, this.#concurrency);
    this.#until = now + this.#intervalInMs;
  }
}

/** Resolves with whether the promise, which never rejects, settled in time. */
async function endsWithin(promise: Promise<unknown>, limitInMs: number): Promise<boolean> {
  let hasEnded = false;
  const end = createWakeSignal();
  promise.then(() => {
    hasEnded = true;
    end.wake();
  });
  await end.wait(Math.min(limitInMs, longestTimerInMs));
  return hasEnded;
}

/** Lets one caller wait until `wake` or the limit. A `wake` while nobody waits ends the next wait at once. */
export function createWakeSignal(): { wake(): void; wait(limitInMs: number): Promise<void> } {
  let signal = Promise.withResolvers<void>();
  return {
    wake: () => signal.resolve(),
    async wait(limitInMs) {
      const timer = setTimeout(signal.resolve, limitInMs);
      await signal.promise;
      clearTimeout(timer);
      signal = Promise.withResolvers();
    },
  };
}
