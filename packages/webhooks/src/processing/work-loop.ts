import { WebhookError } from '../errors/webhook-error.ts';
import { BackOff } from './back-off.ts';
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

/**
 * Runs the work of a source, `concurrency` pieces at a time or fewer while the store fails.
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
  /** For failures of the store. */
  readonly #backOff: BackOff;
  /** For failures of what the handlers call. */
  readonly #outage: BackOff;
  readonly #wakeSignal = createWakeSignal();
  readonly #running = new Map<AbortController, Promise<void>>();
  readonly #stallTimer: NodeJS.Timeout;
  readonly #looping: Promise<void>;
  #isStopping = false;
  #stopped: Promise<void> | undefined;
  #movedAt = performance.now();

  constructor(settings: ProcessingSettings, source: WorkSource) {
    this.#settings = settings;
    this.#source = source;
    const limits = { concurrency: settings.concurrency, intervalInMs: source.pollIntervalInMs };
    this.#backOff = new BackOff(limits);
    this.#outage = new BackOff(limits);
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

  #fail(error: unknown): number {
    this.#backOff.fail();
    this.#settings.onError(error);
    return this.#backOff.pauseInMs();
  }

  /** Starts what may start. Resolves with the wait until the next claim. */
  async #claim(): Promise<number> {
    // A wake ends the wait, but not the pause.
    const pauseInMs = Math.max(this.#backOff.pauseInMs(), this.#outage.pauseInMs());
    if (pauseInMs > 0) return pauseInMs;
    const free = this.#freeSlots();
    if (free === 0) return this.#source.pollIntervalInMs;
    const { work, delayInMs } = await this.#source.claim(free);
    this.#backOff.succeed();
    for (const each of work) this.#run(each);
    this.#movedAt = performance.now();
    return delayInMs;
  }

  #freeSlots(): number {
    return Math.min(...[this.#backOff, this.#outage].map((each) => each.freeSlots(this.#running.size)));
  }

  #run(work: Work): void {
    const abort = new AbortController();
    this.#backOff.start(abort);
    this.#outage.start(abort);
    if (this.#isStopping) abort.abort();
    const settle = (): void => {
      this.#running.delete(abort);
      this.#backOff.end(abort);
      this.#outage.end(abort);
      this.#movedAt = performance.now();
    };
    const ended = work(abort.signal).then(
      (result) => {
        settle();
        this.#backOff.succeed();
        if (result === 'outage') this.#outage.fail();
        if (result === 'attempted') this.#outage.succeed();
        // After an outage, too: then the loop waits for the end of its pause.
        if (result !== 'nothing') this.wake();
      },
      (error) => {
        // Without a wake, because failed work waits.
        settle();
        this.#fail(error);
      },
    );
    this.#running.set(abort, ended);
    this.#movedAt = performance.now();
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
        : `none of the ${this.#running.size} handlers in progress has ended for ${seconds} s. Each may take ${handlerTimeoutInMs} ms: set handlerTimeoutInMs lower, give what they wait for a time limit, or raise concurrency.`;
    onError(new WebhookError('inbox', `No other event can start: ${cause}`));
  }

  async #stop(limitInMs: number): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#stallTimer);
    this.wake();
    const settled = this.#looping.then(() => Promise.all(this.#running.values()));
    if (!(await endsWithin(settled, limitInMs))) {
      for (const abort of this.#running.keys()) abort.abort();
      await endsWithin(settled, releaseLimitInMs);
    }
    await endsWithin(this.#source.close().catch(this.#settings.onError), releaseLimitInMs);
  }
}

/** Resolves with whether the promise settled in time. */
async function endsWithin(promise: Promise<unknown>, limitInMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.min(limitInMs, longestTimerInMs));
  });
  try {
    return await Promise.race([promise.then(() => true), limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lets one caller wait until `wake` or the limit. A `wake` while nobody waits ends the next wait at once. */
export function createWakeSignal(): { wake(): void; wait(limitInMs: number): Promise<void> } {
  let isSignalled = false;
  let endWait: (() => void) | undefined;
  return {
    wake() {
      isSignalled = true;
      endWait?.();
    },
    async wait(limitInMs) {
      if (!isSignalled) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, limitInMs);
          endWait = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      endWait = undefined;
      isSignalled = false;
    },
  };
}
