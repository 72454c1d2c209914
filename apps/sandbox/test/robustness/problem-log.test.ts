import { beforeEach, expect, test, vi } from 'vitest';
import { createProblemLog, type ProblemLog } from '../../src/problems/problem-log.ts';

/** Longer than any problem lasts. */
const longInMs = 120_000;

let lines: string[];
let log: ProblemLog;
beforeEach(() => {
  lines = [];
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    lines.push(String(text).trimEnd());
    return true;
  });
  vi.useFakeTimers();
  log = createProblemLog();
  return () => {
    log.close();
    stderr.mockRestore();
    vi.useRealTimers();
  };
});

const unreachable = Object.assign(new Error('made-up secret'), { code: 'ECONNREFUSED' });
const full = Object.assign(new Error('made-up secret'), { code: '53100' });
const createBug = () => new TypeError('made-up secret');

function fail(times: number, error: unknown = unreachable): void {
  for (let time = 0; time < times; time += 1) log.report('requests', error, `call ${time}`);
}

test('an outage is over when the store has answered and nothing has failed for a moment', () => {
  fail(1_000);
  vi.advanceTimersByTime(2_000);
  fail(1_000);
  log.storeAnswered();
  vi.advanceTimersByTime(1_000);
  expect(lines).toHaveLength(1);

  for (let look = 0; look < 10; look += 1) {
    log.storeAnswered();
    vi.advanceTimersByTime(1_000);
  }

  expect(lines).toEqual([
    'error during call 0: Error ECONNREFUSED: the database does not answer. Further failures of requests are counted until that is over.',
    'requests: 2000 failed within 2.0 s, because the database did not answer. The database answers again.',
  ]);
});

test('a store that answers some and not others is one outage', () => {
  for (let second = 0; second < 100; second += 1) {
    fail(1);
    log.storeAnswered();
    vi.advanceTimersByTime(1_000);
  }

  expect(lines).toHaveLength(1);
});

test('the next outage is written again', () => {
  for (let outage = 0; outage < 2; outage += 1) {
    fail(10);
    log.storeAnswered();
    vi.advanceTimersByTime(longInMs);
  }

  expect(lines).toHaveLength(4);
});

test('kinds of work and causes are apart, and a full store is not over because it can be read', () => {
  fail(10);
  fail(10, full);
  log.report('the request log', unreachable, 'the writing of the request log');
  log.storeAnswered();
  vi.advanceTimersByTime(10_000);

  expect(lines).toHaveLength(5);
  vi.advanceTimersByTime(longInMs);
  expect(lines[5]).toBe(
    'requests: 10 failed within 0.0 s, because no space was left for the data. None has followed for 60 s.',
  );
});

test('a bug is written with its place, once, and counted while it is repeated', () => {
  for (let time = 0; time < 100; time += 1) fail(1, createBug());
  log.report('requests', new RangeError('made-up secret'), 'another call');
  vi.advanceTimersByTime(longInMs);

  expect(lines).toEqual([
    expect.stringMatching(/^error during call 0: TypeError\n {4}at createBug/),
    expect.stringMatching(/^error during another call: RangeError\n {4}at /),
    'requests: 100 failed within 0.0 s, because of the error first seen during call 0. None has followed for 60 s.',
  ]);
});

test('closing writes what is not over, and no error’s message is ever written', () => {
  fail(3);
  fail(2, createBug());

  log.close();
  log.close();

  expect(lines.slice(2)).toEqual([
    'requests: 3 failed within 0.0 s, because the database did not answer. The sandbox is closed.',
    expect.stringContaining('requests: 2 failed'),
  ]);
  expect(lines.join()).not.toContain('made-up secret');
});
