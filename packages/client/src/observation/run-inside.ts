/** What work resolved with, or threw. */
export type Settled<Value> = { value: Value } | { error: unknown };

/** Work, and the functions that make a result for the observer and receive the observer's errors. */
interface ObservedWork<Value, Given, Result> {
  work(given?: Given): Promise<Value>;
  resultOf(settled: Settled<Value>): Result;
  onFailure(error: unknown): void;
}

/** Runs work once, inside a hook, and settles as the work does, whatever the hook does. */
export function runInside<Value, Given, Result>(
  hook: (run: (given?: Given) => Promise<Result>) => unknown,
  { work, resultOf, onFailure }: ObservedWork<Value, Given, Result>,
): Promise<Value> {
  let running: Promise<Value> | undefined;
  function runOnce(given?: Given): Promise<Value> {
    // Async, so that work that throws synchronously is not run again.
    running ??= (async () => work(given))();
    return running;
  }
  const run = (given?: Given): Promise<Result> =>
    runOnce(given).then(
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
