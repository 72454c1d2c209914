/** A promise that is settled from outside. */
export interface Deferred {
  promise: Promise<void>;
  resolve(): void;
}

export function createDeferred(): Deferred {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
