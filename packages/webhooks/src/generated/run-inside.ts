// Copied from packages/client/src/observation by `pnpm generate`. Do not edit.

/** What work resolved with, or threw. */
export type Settled<Value> = { value: Value } | { error: unknown };

/** Headers that a hook adds to a request. */
type AddedHeaders = Record<string, string>;

/** Work, and the functions that make a result for the observer and receive the observer's errors. */
interface ObservedWork<Value, Result> {
  work(added?: AddedHeaders): Promise<Value>;
  resultOf(settled: Settled<Value>): Result;
  onFailure(error: unknown): void;
}

/** Runs work once, inside a hook, and settles as the work does, whatever the hook does. */
export function runInside<Value, Result>(
  hook: (run: (added?: AddedHeaders) => Promise<Result>) => unknown,
  { work, resultOf, onFailure }: ObservedWork<Value, Result>,
): Promise<Value> {
  let running: Promise<Value> | undefined;
  function runOnce(added?: AddedHeaders): Promise<Value> {
    // Async, so that work that throws synchronously is not run again.
    running ??= (async () => work(added))();
    return running;
  }
  const run = (added?: AddedHeaders): Promise<Result> =>
    runOnce(added).then(
      (value) => resultOf({ value }),
      (error) => resultOf({ error }),
    );
  runSafely(() => hook(run), onFailure);
  return runOnce();
}

/** Runs a function of the caller. Also handles the rejection of an async one. */
export function runSafely(run: () => unknown, onFailure: (error: unknown) => void): void {
  try {
    const result = run();
    if (result !== undefined) Promise.resolve(result).catch(onFailure);
  } catch (error) {
    onFailure(error);
  }
}
