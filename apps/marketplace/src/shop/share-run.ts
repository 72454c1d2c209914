import type { Shop } from './shop.ts';

/**
 * Runs a flow, or waits for the run of the same name that this process has already started, such as after a double click. A second
 * run would fail on the first one's pending step.
 */
export function shareRun({ runs }: Shop, name: string, run: () => Promise<void>): Promise<void> {
  const running = runs.get(name);
  if (running) return running;
  const started = run().finally(() => runs.delete(name));
  runs.set(name, started);
  return started;
}
