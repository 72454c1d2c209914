import { expect, test } from 'vitest';
import { type LogEntry, logFailures, toJson, toLine } from '../../src/relay/output.ts';

const target = 'https://shop.example/hooks';
const event = { status: 'PAID', milestoneId: 'milestone-1', referenceId: 'reference-1', body: {} } as const;

test('an event can neither change the terminal nor fake a line', () => {
  const body = { status: 'X\u001b]0;title\u0007\u009b2J', contractId: 'm\r\n\u202809:00 --> PAID 200' };
  const hostile = {
    ...event,
    status: 'unknown',
    receivedStatus: body.status,
    milestoneId: body.contractId,
    body,
  } as const;
  const entry: LogEntry = { what: 'received', event: hostile, outcome: 'stored' };

  for (const line of [toLine(entry, new Date()), toJson(entry, new Date())]) {
    expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  }
});

test('a failure is one line, at most once a minute with how often it happened, until the endpoint takes events again', () => {
  const lines: string[] = [];
  let now = new Date('2026-11-22T09:00:00Z');
  const log = logFailures(
    (line) => lines.push(line),
    () => now,
  );
  const failed = (reason: string): LogEntry => ({
    ...{ what: 'failed', target, event, attempt: 1, reason, isOutage: true, retryAt: now },
  });
  const forwarded: LogEntry = {
    what: 'forwarded',
    target,
    event,
    attempt: 2,
    answer: { status: 200, durationInMs: 1 },
  };

  for (let count = 0; count < 1_000; count += 1) log(failed('status 503'));
  log(failed('no connection (ECONNREFUSED)'));
  now = new Date('2026-11-22T09:01:00Z');
  log(failed('status 503'));
  for (let count = 0; count < 2; count += 1) log(forwarded);

  expect(lines).toEqual([
    `${target}: status 503`,
    `${target}: no connection (ECONNREFUSED)`,
    `${target}: status 503 (999 more times since 2026-11-22T09:00:00.000Z)`,
    `${target}: accepts events again`,
  ]);
});
