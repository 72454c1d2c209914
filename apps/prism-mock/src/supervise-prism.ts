import { Problem } from './problem.ts';
import { type PrismAnswer, type PrismRequest, sendToPrism } from './send-to-prism.ts';
import { type PrismProcess, startPrism } from './start-prism.ts';

/** Prism, restarted whenever it has ended. */
export interface Prism {
  /** Resolves when Prism listens; rejects if it does not. */
  ready(): Promise<unknown>;
  /**
   * Sends a request. If Prism crashes, restarts it and repeats the request once. Throws a problem with status 502 if that fails
   * too, and with 504 if Prism takes too long.
   */
  send(request: PrismRequest): Promise<PrismAnswer>;
  /** Ends Prism for good. May be called again. */
  close(): Promise<void>;
}

/** Options for starting and watching Prism. */
export interface SupervisePrismOptions {
  /** Default: `prism mock` with the document. */
  start?: () => PrismProcess;
  /** The time for an answer. Default: 10 s. */
  limitInMs?: number;
  /** Called at each start after the first. */
  onRestart?: () => void;
}

/**
 * Starts Prism at once, and again when a request finds that it has ended.
 *
 * States: running, ended, closed. A crash, a broken connection or an answer that takes too long ends Prism; the next request
 * starts a new one. `close` is final: a request then gets 503. At most one Prism runs.
 */
export function supervisePrism(options: SupervisePrismOptions = {}): Prism {
  const { start = () => startPrism(), limitInMs = 10_000, onRestart = () => {} } = options;
  let running: PrismProcess | undefined = watch(start());
  let isClosed = false;

  function watch(prism: PrismProcess): PrismProcess {
    prism.ended.then(() => {
      running = undefined;
    });
    return prism;
  }

  function current(): PrismProcess {
    if (isClosed) throw new Problem(503, { title: 'Service Unavailable', detail: 'The mock is closed.' });
    if (!running) {
      running = watch(start());
      onRestart();
    }
    return running;
  }

  /** Undefined if the connection broke, because Prism has ended. */
  async function attempt(request: PrismRequest): Promise<PrismAnswer | undefined> {
    const prism = current();
    let signal: AbortSignal | undefined;
    try {
      const url = await prism.url;
      signal = AbortSignal.timeout(limitInMs);
      return await sendToPrism(url, request, signal);
    } catch {
      await prism.stop();
      if (signal?.aborted) throw tooSlow();
      return undefined;
    }
  }

  return {
    ready: () => current().url,
    async send(request) {
      const answer = (await attempt(request)) ?? (await attempt(request));
      if (!answer) throw endedTwice();
      return answer;
    },
    async close() {
      isClosed = true;
      await running?.stop();
    },
  };
}

function tooSlow(): Problem {
  const detail = 'Prism took too long to answer and is restarted. Try again, or report this request.';
  return new Problem(504, { title: 'Gateway Timeout', detail });
}

function endedTwice(): Problem {
  const detail = 'Prism ended, and ended again after a restart. Report this request.';
  return new Problem(502, { title: 'Bad Gateway', detail });
}
