import { expect, test } from 'vitest';
import {
  attemptsInSeconds,
  eventStatuses,
  hostNames,
  milestoneStates,
  operations,
  retryDelaysInSeconds,
  rules,
  ruleTopics,
  tokenKinds,
} from '../src/index.ts';

test('HOOK-4 by our reading each delay starts with the previous attempt', () => {
  const waits = attemptsInSeconds.slice(1).map((attempt, index) => attempt - (attemptsInSeconds[index] ?? 0));

  expect(attemptsInSeconds[0]).toBe(0);
  expect(waits).toEqual(retryDelaysInSeconds);
});

test('HOOK-4 the delays are positive and increase', () => {
  expect(Math.min(...retryDelaysInSeconds)).toBeGreaterThan(0);
  expect([...retryDelaysInSeconds]).toEqual([...new Set(retryDelaysInSeconds)].sort((one, other) => one - other));
});

test('STATE-4a the statuses of events are the last states of a milestone, in their order', () => {
  expect(milestoneStates.slice(-eventStatuses.length)).toEqual(eventStatuses);
});

test('every host serves an operation, and every kind of token authenticates one', () => {
  expect([...new Set(operations.map(({ host }) => host))].sort()).toEqual([...hostNames].sort());
  expect([...new Set(operations.flatMap((operation) => operation.tokenKinds))].sort()).toEqual([...tokenKinds].sort());
});

test('the letters of every rule have a topic, and every topic has rules', () => {
  const letters = Object.keys(rules).map((id) => id.split('-')[0]);

  expect(Object.keys(ruleTopics)).toEqual([...new Set(letters)]);
});
