/** Notifies watchers that this process may have changed something. Changes of other processes are found by polling. */
export interface Changes {
  /** Call it after the commit of a change. */
  notify(): void;
  /** Calls back after each change. Returns a function that stops it. */
  watch(callback: () => void): () => void;
}

/** Creates the instance that the parts of a sandbox share. */
export function createChanges(): Changes {
  const callbacks = new Set<() => void>();
  return {
    notify: () => {
      for (const callback of callbacks) callback();
    },
    watch: (callback) => {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
  };
}
