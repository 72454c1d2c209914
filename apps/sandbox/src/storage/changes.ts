/** Tells whoever watches that something may have changed, in this process. What others write is found by looking. */
export interface Changes {
  /** Called after the commit of a change. */
  tell(): void;
  /** Calls back after each change. Returns how to stop it. */
  watch(callback: () => void): () => void;
}

/** Creates the one that the parts of a sandbox share. */
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
