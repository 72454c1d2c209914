import { untilSettled } from './until.ts';

/** The keys of events. */
export interface KeyCount {
  keys: ReadonlySet<string>;
  add(key: string): void;
  /** Resolves once this many more were added. */
  more(count: number): Promise<void>;
}

export function createKeyCount(): KeyCount {
  const keys = new Set<string>();
  let awaited: (PromiseWithResolvers<void> & { size: number }) | undefined;
  return {
    keys,
    add(key) {
      keys.add(key);
      if (awaited && keys.size >= awaited.size) awaited.resolve();
    },
    async more(count) {
      if (count === 0) return;
      awaited = { ...Promise.withResolvers<void>(), size: keys.size + count };
      await untilSettled(awaited.promise, `there are ${count} more events`);
    },
  };
}
