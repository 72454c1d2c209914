import { createDeferred, type Deferred } from './deferred.ts';
import { untilSettled } from './until.ts';

/** The keys of the events that were answered with 200. */
export interface Acknowledged {
  keys: ReadonlySet<string>;
  add(key: string): void;
  /** Resolves once this many more were added. */
  more(count: number): Promise<void>;
}

export function createAcknowledged(): Acknowledged {
  const keys = new Set<string>();
  let awaited: (Deferred & { size: number }) | undefined;
  return {
    keys,
    add(key) {
      keys.add(key);
      if (awaited && keys.size >= awaited.size) awaited.resolve();
    },
    async more(count) {
      if (count === 0) return;
      awaited = { ...createDeferred(), size: keys.size + count };
      await untilSettled(awaited.promise, `${count} more events were answered with 200`);
    },
  };
}
