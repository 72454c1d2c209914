/** Calls a function at most once a second. In between, it returns the last result. */
export function onceASecond<Result>(call: () => Result): () => Result {
  let last: { at: number; result: Result } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at >= 1_000) last = { at: now, result: call() };
    return last.result;
  };
}
