import { WebhookError } from '../errors/webhook-error.ts';
import type { Processing } from '../inbox/processing.ts';
import { defaultStopLimitInMs, longestTimeInMs, type ProcessingSettings } from './processing-settings.ts';
import { createWakeSignal } from './wake-signal.ts';

/** How long `stop` waits for what was aborted to be given back. */
const giveBackLimitInMs = 5_000;

/** After how long somebody is told that nothing moves. */
const stallNoticeInMs = 60_000;

/**
 * A piece of work that was found and taken. It ends soon after the signal aborts, and gives back what it has not done.
 * Resolves with whether it has done anything, so that there may be more.
 */
type Work = (signal: AbortSignal) => Promise<boolean>;

/** What is to be done at present. */
interface FoundWork {
  work: Work[];
  /** How long there is nothing else. */
  delayInMs: number;
}

/** What a loop runs. */
export interface WorkLoopOptions {
  settings: ProcessingSettings;
  /** Finds and takes at most `limit` pieces of work. */
  find(limit: number): Promise<FoundWork>;
  /** How soon it is asked again after it, or a piece of work, has failed, and where nothing is free to do more. */
  pollIntervalInMs: number;
  /** Ends what `find` uses, after everything else or the last limit. */
  close(): Promise<void>;
}

/** Processing in this process. */
export interface WorkLoop extends Processing {
  /** Says that there may be something to do. */
  wake(): void;
}

/** Does what is found, `concurrency` pieces at a time, until it is stopped. */
export function startWorkLoop({ settings, find, pollIntervalInMs, close }: WorkLoopOptions): WorkLoop {
  const { concurrency, onError } = settings;
  const wakeSignal = createWakeSignal();
  const running = new Map<AbortController, Promise<void>>();
  let isStopping = false;
  let stopped: Promise<void> | undefined;
  let movedAt = performance.now();

  function run(work: Work): void {
    const abort = new AbortController();
    if (isStopping) abort.abort();
    const settle = (): void => {
      running.delete(abort);
      movedAt = performance.now();
    };
    const ended = work(abort.signal).then(
      (hasDoneAnything) => {
        settle();
        if (hasDoneAnything) wakeSignal.wake();
      },
      (error) => {
        // What failed is not tried again at once, but with the next question.
        settle();
        onError(error);
      },
    );
    running.set(abort, ended);
    movedAt = performance.now();
  }

  /** Begins what can be begun; says how long there is nothing else to do. */
  async function look(): Promise<number> {
    const free = concurrency - running.size;
    if (free <= 0) return pollIntervalInMs;
    const { work, delayInMs } = await find(free);
    for (const each of work) run(each);
    movedAt = performance.now();
    return delayInMs;
  }

  /** Runs beside the loop, which may be what stands still. */
  function noticeStall(): void {
    const stillForInMs = performance.now() - movedAt;
    if (stillForInMs < stallNoticeInMs) return;
    const seconds = Math.floor(stillForInMs / 1_000);
    const cause =
      running.size < concurrency
        ? `the store has not been heard of for ${seconds} s.`
        : `none of the ${concurrency} handlers in progress has ended for ${seconds} s. Give what they wait for a limit, or raise concurrency.`;
    onError(new WebhookError('inbox', `No other event is begun: ${cause}`));
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      const delayInMs = await look().catch((error) => {
        onError(error);
        return pollIntervalInMs;
      });
      if (!isStopping) await wakeSignal.wait(delayInMs);
    }
  }

  async function stop(limitInMs: number): Promise<void> {
    isStopping = true;
    clearInterval(watchdog);
    wakeSignal.wake();
    const settled = looping.then(() => Promise.all(running.values()));
    if (await endsWithin(settled, limitInMs)) return await leave();
    for (const abort of running.keys()) abort.abort();
    await endsWithin(settled, giveBackLimitInMs);
    await leave();
  }

  async function leave(): Promise<void> {
    await endsWithin(close().catch(onError), giveBackLimitInMs);
  }

  const watchdog = setInterval(noticeStall, stallNoticeInMs).unref();
  const looping = loop();
  return {
    wake: wakeSignal.wake,
    stop: ({ limitInMs = defaultStopLimitInMs } = {}) => {
      stopped ??= stop(limitInMs);
      return stopped;
    },
  };
}

/** Resolves with whether the promise settled in time. */
async function endsWithin(promise: Promise<unknown>, limitInMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.min(limitInMs, longestTimeInMs));
  });
  try {
    return await Promise.race([promise.then(() => true), limit]);
  } finally {
    clearTimeout(timer);
  }
}
