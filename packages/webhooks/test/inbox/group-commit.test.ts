import { expect, test } from 'vitest';
import { groupCommit } from '../../src/sql-inbox/group-commit.ts';

/** Commits numbers and records the groups; negative ones fail. */
function createCommit(largestGroup?: number) {
  const groups: number[][] = [];
  const commit = groupCommit(async (items: readonly number[]) => {
    groups.push([...items]);
    return items.map((item) => (item < 0 ? { error: new Error(`no ${item}`) } : { value: item * 10 }));
  }, largestGroup);
  return { commit, groups };
}

test('items that arrive together are committed together, each with its own result', async () => {
  const { commit, groups } = createCommit();

  const results = await Promise.allSettled([1, -2, 3].map(commit));

  expect(groups).toEqual([[1, -2, 3]]);
  expect(results).toEqual([
    { status: 'fulfilled', value: 10 },
    { status: 'rejected', reason: new Error('no -2') },
    { status: 'fulfilled', value: 30 },
  ]);
});

test('items that arrive during a commit wait for the next one', async () => {
  const groups: number[][] = [];
  const later: Promise<number>[] = [];
  const commit = groupCommit(async (items: readonly number[]) => {
    groups.push([...items]);
    if (items.includes(1)) later.push(commit(2), commit(3));
    return items.map((value) => ({ value }));
  });

  await commit(1);
  await Promise.all(later);

  expect(groups).toEqual([[1], [2, 3]]);
});

test('a large group is committed in parts, in order', async () => {
  const { commit, groups } = createCommit(2);

  await Promise.all([1, 2, 3, 4, 5].map(commit));

  expect(groups).toEqual([[1, 2], [3, 4], [5]]);
});

test('a failed commit rejects its group, but not the next one', async () => {
  let isBroken = true;
  const commit = groupCommit(async (items: readonly number[]) => {
    if (isBroken) throw new Error('The disk is full.');
    return items.map((value) => ({ value }));
  });

  const failed = await Promise.allSettled([1, 2].map(commit));
  isBroken = false;

  expect(failed).toMatchObject([
    { reason: { message: 'The disk is full.' } },
    { reason: { message: 'The disk is full.' } },
  ]);
  expect(await commit(3)).toBe(3);
});

test('a commit without a result for an item rejects that item', async () => {
  const commit = groupCommit(async () => [{ value: 1 }]);

  const results = await Promise.allSettled([1, 2].map(commit));

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
});
