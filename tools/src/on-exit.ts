const ends: (() => void)[] = [];
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs a function when this process ends, by itself or by one of the {@link signals}; the last one that was added runs first. For child
 * processes and folders that a test ends or removes itself, unless it is interrupted.
 */
export function onExit(end: () => void): void {
  if (ends.length === 0) listen();
  ends.unshift(end);
}

function listen(): void {
  process.on('exit', endAll);
  for (const signal of signals) {
    process.once(signal, () => {
      endAll();
      process.kill(process.pid, signal);
    });
  }
}

function endAll(): void {
  for (const end of ends.splice(0)) end();
}
