import { CommandLineError } from '@escrow-kit/shared/command-line';

/**
 * Stops a run on Ctrl-C or a request to terminate. The reason of the signal has the exit code that a shell gives such a
 * program. The second one ends the process at once. `end` leaves signals alone again.
 */
export function stopOnInterrupt(message: string): { signal: AbortSignal; end: () => void } {
  const stop = new AbortController();
  const stopWith = (exitCode: number) => () => {
    if (stop.signal.aborted) process.exit(exitCode);
    stop.abort(new CommandLineError(message, { exitCode }));
  };
  const [onInterrupt, onTerminate] = [stopWith(130), stopWith(143)];
  process.on('SIGINT', onInterrupt).on('SIGTERM', onTerminate);
  return { signal: stop.signal, end: () => void process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate) };
}
