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

/** An error of a library, called by the sandbox's sources at some place. */
function createBug({ place = 'domain/some-file.ts:1:1', library = 'some-driver/index.js:1:1' } = {}): Error {
  const error = new TypeError('made-up secret');
  const own = new URL(`../../src/${place}`, import.meta.url).href;
  error.stack = `TypeError: made-up secret\n    at run (file:///node_modules/${library})\n    at async doIt (${own})`;
  return error;
}

function fail(times: number, error: unknown = unreachable): void {
  for (let time = 0; time < times; time += 1) {
    log.report('requests', error, { during: 'createContract', requestId: `request_${time}` });
  }
}

test('an outage is over, and the next one written again, when nothing has failed for a minute', () => {
  fail(1_000);
  vi.advanceTimersByTime(2_000);
  fail(1_000);
  vi.advanceTimersByTime(59_000);
  expect(lines).toHaveLength(1);

  vi.advanceTimersByTime(1_000);
  fail(1);

  expect(lines).toEqual([
    'error during createContract, request_0: Error ECONNREFUSED: the database does not answer. Further failures of requests are counted until that is over.',
    'requests: 2000 failed within 2.0 s, because the database did not answer. None has followed for 60 s.',
    expect.stringMatching(/^error during createContract/),
  ]);
});

test('kinds of work and causes are counted separately', () => {
  fail(10);
  fail(10, full);
  log.report('the request log', unreachable, { during: 'the writing of the request log' });

  expect(lines).toHaveLength(3);
  vi.advanceTimersByTime(longInMs);
  expect(lines).toHaveLength(6);
  expect(lines[4]).toBe(
    'requests: 10 failed within 0.0 s, because no space was left for the data. None has followed for 60 s.',
  );
});

test('a bug is written with its request and its place, and its count when it is over', () => {
  for (let time = 0; time < 100; time += 1) fail(1, createBug());
  vi.advanceTimersByTime(longInMs);

  expect(lines).toEqual([
    expect.stringMatching(/^error during createContract, request_0: TypeError\n {4}at run .*\n {4}at async doIt /),
    'requests: 100 failed within 0.0 s, because of the error first seen during createContract, request_0. None has followed for 60 s.',
  ]);
});

test.each<[what: string, error: Error, during: string]>([
  ['another call', createBug(), 'startPayment'],
  ['another place of the sandbox', createBug({ place: 'domain/other-file.ts:1:1' }), 'createContract'],
  ['another line', createBug({ place: 'domain/some-file.ts:2:1' }), 'createContract'],
  ['another class', Object.assign(createBug(), { name: 'RangeError' }), 'createContract'],
  ['another code', Object.assign(createBug(), { code: '42P01' }), 'createContract'],
])('a bug in %s is another bug, with its own request', (_what, error, during) => {
  fail(1, createBug());
  log.report('requests', error, { during, requestId: 'request_other' });

  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(new RegExp(`^error during ${during}, request_other: .*\n    at `));
});

test('a bug at one place is one bug, wherever in a library it is thrown', () => {
  fail(1, createBug());
  fail(1, createBug({ library: 'some-driver/other.js:1:1' }));

  expect(lines).toHaveLength(1);
});

test('closing writes the counts of open problems, and no error’s message is ever written', () => {
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
