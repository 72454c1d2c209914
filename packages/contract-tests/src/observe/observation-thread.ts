/** A thread in which exchanges are judged, so that this delays no traffic. Its arguments and environment are the command's. */
import { parentPort } from 'node:worker_threads';
import { findOverlayFiles, useOverlays } from '@escrow-kit/spec/overlay';
import type { Observation } from './open-observation.ts';
import type { ThreadCall, ThreadMessage } from './start-observation.ts';

await useOverlays(findOverlayFiles(process.argv.slice(2), process.env));
const { openObservation } = await import('./open-observation.ts');
const { StoreError } = await import('./store/read-store.ts');

const post = (message: ThreadMessage): void => parentPort?.postMessage(message);
let observation: Observation | undefined;

parentPort?.on('message', async (call: ThreadCall) => {
  try {
    post({ id: call.id, result: await run(call) });
  } catch (error) {
    post({ id: call.id, error });
  }
});

async function run(call: ThreadCall): Promise<unknown> {
  if (call.name === 'open') {
    try {
      observation = await openObservation(call.options, (problem) => post({ problem }));
      return undefined;
    } catch (error) {
      const isOfStore = error instanceof StoreError || (error instanceof Error && 'syscall' in error);
      if (isOfStore) return error.message;
      throw error;
    }
  }
  return call.name === 'add' ? observation?.add(call.exchange) : observation?.[call.name]();
}
