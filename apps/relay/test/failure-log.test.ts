import { expect, test } from 'vitest';
import { logFailures } from '../src/output/failure-log.ts';
import type { RelayNews } from '../src/output/news.ts';

const event = { status: 'PAID', milestoneId: 'milestone-1', referenceId: 'reference-1', body: {} } as const;
const failed = (kind: string): RelayNews => ({
  what: 'failed',
  target: 'shop',
  event,
  attempt: 1,
  kind,
  isOutage: true,
  retryAt: new Date(),
});

test('a failure is one line, at most once a minute with how often it happened, until the target takes events again', () => {
  const lines: string[] = [];
  let now = new Date('2026-11-22T09:00:00Z');
  const log = logFailures(
    (line) => lines.push(line),
    () => now,
  );

  for (let count = 0; count < 1_000; count += 1) log(failed('status 503'));
  log(failed('no connection (ECONNREFUSED)'));
  now = new Date('2026-11-22T09:01:00Z');
  log(failed('status 503'));
  log({ what: 'forwarded', target: 'shop', event, attempt: 2, answer: { status: 200, durationInMs: 1 } });
  log({ what: 'forwarded', target: 'shop', event, attempt: 1, answer: { status: 200, durationInMs: 1 } });

  expect(lines).toEqual([
    'shop: status 503',
    'shop: no connection (ECONNREFUSED)',
    'shop: status 503 (999 times more since 2026-11-22T09:00:00.000Z)',
    'shop: takes events again',
  ]);
});
