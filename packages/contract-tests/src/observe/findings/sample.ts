/** A map that keeps at most some keys, always the same ones in whatever order and however often they come. */
export interface Sample<Value, Key = string> {
  /** Returns the value of a key, created if it is new; undefined if the key is not kept. */
  get(key: Key): Value | undefined;
  /** Returns the value of a key that is kept. */
  find(key: Key): Value | undefined;
  /** The kept keys and values, by key. */
  entries(): [key: Key, value: Value][];
  /** The kept keys. */
  keys(): Key[];
  /** Whether there were more keys than are kept. */
  isPartial(): boolean;
}

/**
 * Keeps the `limit` keys of the smallest hash. So memory is bounded, a key that is kept at the end was kept from its first time, and
 * the order of keys decides nothing. A key is anything that JSON can say.
 */
export function createSample<Value, Key = string>(limit: number, create: (key: Key) => Value): Sample<Value, Key> {
  interface Entry {
    key: Key;
    rank: string;
    value: Value;
  }
  const kept = new Map<string, Entry>();
  let last = '';
  let isPartial = false;

  const findLast = (): string => {
    let [found, rank] = ['', ''];
    for (const [text, entry] of kept) if (entry.rank > rank) [found, rank] = [text, entry.rank];
    return found;
  };
  let ordered: Entry[] | undefined;
  const inOrder = (): Entry[] => {
    ordered ??= [...kept].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, entry]) => entry);
    return ordered;
  };

  return {
    get: (key) => {
      const text = JSON.stringify(key);
      const known = kept.get(text);
      if (known) return known.value;
      const rank = rankOf(text);
      if (kept.size === limit) {
        isPartial = true;
        if (rank > (kept.get(last)?.rank ?? '')) return undefined;
        kept.delete(last);
      }
      const value = create(key);
      kept.set(text, { key, rank, value });
      ordered = undefined;
      if (kept.size === limit) last = findLast();
      return value;
    },
    find: (key) => kept.get(JSON.stringify(key))?.value,
    entries: () => inOrder().map(({ key, value }) => [key, value]),
    keys: () => inOrder().map(({ key }) => key),
    isPartial: () => isPartial,
  };
}

/** The 32 bits of FNV-1a, then the key itself for those that share them. */
function rankOf(key: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index += 1) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193) >>> 0;
  return `${hash.toString(16).padStart(8, '0')} ${key}`;
}
