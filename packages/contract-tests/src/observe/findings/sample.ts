/** A map that keeps at most some keys, always the same ones in whatever order and however often they come. */
export interface Sample<Value> {
  /** Returns the value of a key, created if it is new; undefined if the key is not kept. */
  get(key: string): Value | undefined;
  /** Returns the value of a key that is kept. */
  find(key: string): Value | undefined;
  /** The kept keys and values, by key. */
  entries(): [key: string, value: Value][];
  /** Whether there were more keys than are kept. */
  isPartial(): boolean;
}

/**
 * Keeps the `limit` keys of the smallest hash. So memory is bounded, a key that is kept at the end was kept from its first time, and
 * the order of keys decides nothing.
 */
export function createSample<Value>(limit: number, create: (key: string) => Value): Sample<Value> {
  const kept = new Map<string, { rank: string; value: Value }>();
  let last = '';
  let isPartial = false;

  const findLast = (): string => {
    let [found, rank] = ['', ''];
    for (const [key, entry] of kept) if (entry.rank > rank) [found, rank] = [key, entry.rank];
    return found;
  };

  return {
    get: (key) => {
      const known = kept.get(key);
      if (known) return known.value;
      const rank = rankOf(key);
      if (kept.size === limit) {
        isPartial = true;
        if (rank > (kept.get(last)?.rank ?? '')) return undefined;
        kept.delete(last);
      }
      const value = create(key);
      kept.set(key, { rank, value });
      if (kept.size === limit) last = findLast();
      return value;
    },
    find: (key) => kept.get(key)?.value,
    entries: () =>
      [...kept]
        .map(([key, { value }]): [string, Value] => [key, value])
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    isPartial: () => isPartial,
  };
}

/** The 32 bits of FNV-1a, then the key itself for those that share them. */
function rankOf(key: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193) >>> 0;
  return `${hash.toString(16).padStart(8, '0')} ${key}`;
}
