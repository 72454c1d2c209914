/** Notifies watchers that this process may have changed something. Changes of other processes are found by polling. */
export interface Changes {
  /** Called after the commit of a change. */
  tell(): void;
  /** Calls back after each change. Returns how to stop it. */
  watch(callback: () => void): () => void;
}

/** Creates the instance that the parts of a sandbox share. */
export function createChanges(): Changes {
  const callbacks = new Set<() => void>();
  return {
    tell: () => {
      for (const callback of callbacks) callback();
    },
    watch: (callback) => {
      callbacks.add(callback);
      return () => callbacks.delete(callback);
    },
  };
}
