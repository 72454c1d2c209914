import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Observation, ObservationOptions } from './open-observation.ts';
import type { RawExchange } from './raw-exchange.ts';
import type { ObservationReport } from './report/observation-report.ts';

type ThreadRequest =
  | { name: 'open'; options: ObservationOptions }
  | { name: 'add'; exchange: RawExchange }
  | { name: 'report' | 'close' };

/** A call to the thread, with a number that its reply repeats. */
export type ThreadCall = ThreadRequest & { id: number };

/** A reply, or a problem to tell. */
export type ThreadMessage = { id: number; result: unknown } | { id: number; error: unknown } | { problem: string };

/** Judging leaves little behind: with this, its garbage stays below 32 MB instead of V8's 128 MB. */
const youngGenerationInMb = 48;

/** A store that can't be read or written. */
export class UnusableStoreError extends Error {
  override name = 'UnusableStoreError';
}

/** An observation in a thread of its own. Disposing ends the thread. */
export type RunningObservation = Observation & AsyncDisposable;

/**
 * Starts a thread that observes, with the overlays of this process' arguments and environment. `onProblem` gets a sentence
 * if kept exchanges can't be learned from, and one if new ones can't be kept. Rejects with {@link UnusableStoreError}. A call that throws, which is a bug, rejects; the thread goes on.
 */
export async function startObservation(
  options: ObservationOptions,
  onProblem: (message: string) => void,
): Promise<RunningObservation> {
  const file = new URL(`./observation-thread${extname(import.meta.filename)}`, import.meta.url);
  const worker = new Worker(file, {
    argv: process.argv.slice(2),
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationInMb },
  });
  const running = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  worker.on('message', (message: ThreadMessage) => {
    if ('problem' in message) return onProblem(message.problem);
    const call = running.get(message.id);
    if ('error' in message) call?.reject(message.error);
    else call?.resolve(message.result);
    running.delete(message.id);
  });
  let failure: unknown;
  worker.once('error', (error) => {
    failure = error;
    for (const call of running.values()) call.reject(error);
  });
  const run = (request: ThreadRequest): Promise<unknown> => {
    if (failure !== undefined) return Promise.reject(failure);
    const result = Promise.withResolvers<unknown>();
    lastId += 1;
    running.set(lastId, result);
    worker.postMessage({ ...request, id: lastId } satisfies ThreadCall);
    return result.promise;
  };
  const observation: RunningObservation = {
    add: async (exchange) => void (await run({ name: 'add', exchange })),
    report: () => run({ name: 'report' }) as Promise<ObservationReport>,
    close: () => run({ name: 'close' }) as Promise<{ lost: number }>,
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  };
  try {
    const reason = await run({ name: 'open', options });
    if (reason !== undefined) throw new UnusableStoreError(String(reason));
    return observation;
  } catch (error) {
    await worker.terminate();
    throw error;
  }
}
