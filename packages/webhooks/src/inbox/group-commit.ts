const longestCollectionInMs = 50;

/** The result of one item of a group. */
export type Settled<Result> = { value: Result } | { error: unknown };

/**
 * Creates a function that commits items in groups. Each call settles after the commit, with the result of its own item.
 *
 * - Idle, at first. An item starts collecting.
 * - Collecting: it takes what else arrives, as long as every turn of the event loop brings more, up to 50 ms. Then it commits.
 * - Committing one group at a time. What arrives meanwhile is the next group, which it collects. Without any, it is idle again.
 *
 * No item is in two groups, and a commit that fails rejects the whole group.
 */
export function groupCommit<Item, Result>(
  commit: (items: readonly Item[]) => Promise<readonly Settled<Result>[]> | readonly Settled<Result>[],
  largestGroup = 1_000,
): (item: Item) => Promise<Result> {
  let waiting: { item: Item; settle: (settled: Settled<Result>) => void }[] = [];
  let isCommitting = false;

  async function commitWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.slice(0, largestGroup);
      waiting = waiting.slice(largestGroup);
      const results = await settleAll(group.map(({ item }) => item));
      group.forEach(({ settle }, index) => {
        settle(results[index] ?? { error: new Error('A group was committed without a result for each item.') });
      });
      await collect();
    }
    isCommitting = false;
  }

  /** Node accepts one connection a turn, so a group of one turn would hold the event of a single new connection. */
  async function collect(): Promise<void> {
    const endsAt = performance.now() + longestCollectionInMs;
    let count: number;
    do {
      count = waiting.length;
      await nextTurn();
    } while (waiting.length > count && performance.now() < endsAt);
  }

  async function settleAll(items: readonly Item[]): Promise<readonly Settled<Result>[]> {
    try {
      return await commit(items);
    } catch (error) {
      return items.map(() => ({ error }));
    }
  }

  return (item) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({
        item,
        settle: (settled) => ('error' in settled ? reject(settled.error) : resolve(settled.value)),
      });
      if (isCommitting) return;
      isCommitting = true;
      collect().then(commitWaiting);
    });
}

/** Waits until everything that has arrived is read. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
