import { expect, test } from 'vitest';
import { createFindings } from '../../../src/observe/findings/create-findings.ts';
import { createJudge } from '../../../src/observe/judge/create-judge.ts';
import type { KeptExchange } from '../../../src/observe/kept-exchange.ts';
import type { RawExchange } from '../../../src/observe/raw-exchange.ts';
import { bodyOf, callOf, eventOf } from '../support/exchange-of.ts';
import { keepEvent } from './kept-exchanges.ts';
import { overlayOf, times } from './propose.ts';
import { documentUnder } from './under-overlay.ts';

test('HOOK-2 HOOK-4 HOOK-5 signature, retry times and statuses of events are proposed', async () => {
  const start = Date.UTC(2030, 0, 1);
  const headers = { 'x-signature': { type: 'string', length: 44, format: 'base64' } } as const;
  const statuses = ['FUNDED', 'CASHOUT_IN_PROGRESS', 'DONE'];
  const exchanges = times(5, (index) =>
    statuses.flatMap((status, place) =>
      [0, 1, 31].map((seconds, attempt) =>
        keepEvent(
          { contractId: `m-${index}`, status, referenceId: 'r' },
          { status: attempt === 2 ? 200 : 500, headers },
          {
            at: new Date(start + place * 3_600_000 + seconds * 1000).toISOString(),
            eventLabel: `${status}-${index}`,
            violations: [
              {
                part: 'request',
                at: 'header service-signature',
                keyword: 'required',
                rule: 'HOOK-2',
                basis: 'stated',
                message: 'is missing',
              },
            ],
          },
        ),
      ),
    ),
  ).flat();

  const document = await documentUnder(overlayOf(exchanges));

  const webhook = document['x-webhooks']['contractEvent']?.post;
  expect(webhook?.['x-signature']).toEqual({
    header: 'x-signature',
    algorithm: 'sha256',
    encoding: 'base64',
    prefix: '',
  });
  expect(webhook?.['x-retry-schedule']).toEqual([1, 30, 100]);
  expect(document['x-milestone-states']).toEqual(['CREATED', 'WAITING_FOR_PAYMENT', ...statuses]);
  expect(document.components.schemas['PaidContractEvent']?.properties?.['status']?.enum).toEqual(['FUNDED']);
});

test('HOOK-5 a field of events with the renamed status PAID is proposed for PAID, with an example, and the second pass misses nothing', async () => {
  const start = Date.UTC(2030, 0, 1);
  const events = times(3, (index) =>
    ['FUNDED', 'CASHOUT_IN_PROGRESS', 'DONE'].map((status, place) =>
      keepEvent(
        { contractId: `m-${index}`, status, referenceId: 'r', occurredAt: 'x' },
        {},
        { at: new Date(start + place * 1000).toISOString(), eventLabel: `${index} ${status}` },
      ),
    ),
  ).flat();

  const document = await documentUnder(overlayOf(events));

  for (const schema of ['PaidContractEvent', 'OtherContractEvent'])
    expect(document.components.schemas[schema]?.properties).toHaveProperty('occurredAt.example', 'text');
  const findings = createFindings(document);
  for (const event of events) findings.add(event);
  expect(findings.list().filter(({ subject, part }) => subject === 'field' && part !== 'not seen')).toEqual([]);
});

/** Failed attempts of an event at these seconds, and an event that comes at the end. */
const attemptsAt = (seconds: number[], end: number): KeptExchange[] =>
  ['m-1', 'm-2', 'm-3'].flatMap((contractId) =>
    [...seconds, end].map((second) =>
      keepEvent(
        { contractId, status: 'PAID', referenceId: `${second === end}` },
        { status: 503 },
        {
          at: new Date(Date.UTC(2030, 0, 1) + second * 1000).toISOString(),
          eventLabel: `${contractId} ${second === end}`,
        },
      ),
    ),
  );

test.each<[seconds: number[], end: number, schedule: number[]]>([
  // Attempts take time, and waits are round.
  [[0, 2.1, 7.3, 18.4], 200, [2, 5, 11]],
  [[0, 2, 7], 200, [2, 5]],
  [[0], 10, []],
])(
  'HOOK-4 of events tried after %j seconds alone, though another one came after %i, %j is proposed',
  async (seconds, end, schedule) => {
    const document = await documentUnder(overlayOf(attemptsAt(seconds, end)));

    expect(document['x-webhooks']['contractEvent']?.post?.['x-retry-schedule']).toEqual(schedule);
  },
);

test.each([
  [503, true],
  [undefined, true],
  [400, false],
  [410, false],
])('HOOK-4 that no retry comes after an answer with %s is a finding: %j', (status, isFound) => {
  const events = attemptsAt([0], 10).map(({ status: _status, ...event }) =>
    status === undefined ? event : { ...event, status },
  );

  expect(overlayOf(events).includes('never comes')).toBe(isFound);
});

test('HOOK-4 the waits of a hundred attempts are those between them, and it is said that more are not learned', () => {
  const seconds = times(120, (index) => index * 10);
  const overlay = overlayOf(attemptsAt(seconds, 2000));

  expect(/x-retry-schedule:\n((?: +- .*\n)+)/.exec(`${overlay}\n`)?.[1]?.match(/[\d.]+/g)).toEqual(
    times(99, () => '10'),
  );
  expect(overlay.match(/Later retries, if there are any, are not learned\./g)).toHaveLength(1);
});

test('HOOK-7 attempts of one event are told by its milestone, status and transaction, whatever else they have', () => {
  const judge = createJudge();
  const eventAt = (second: number, contractId: string, status: number) => ({
    ...eventOf({ contractId, status: 'PAID', referenceId: 'r', sentAt: second }),
    startedAt: Date.UTC(2030, 0, 1) + second * 1000,
    response: { status, headers: [], body: bodyOf(undefined) },
  });
  const events = ['m-1', 'm-2', 'm-3'].flatMap((milestone) => [
    ...[0, 1, 11].map((second) => eventAt(second, milestone, 503)),
    eventAt(111, milestone, 200),
  ]);

  expect(overlayOf([...events, eventAt(5000, 'm-4', 200)].map(judge))).not.toContain('retry');
});

test('HOOK-4 as long as the next retry may still come, it is not missed', () => {
  expect(overlayOf(attemptsAt([0, 1, 11], 120))).toBe('');
});

test('HOOK-7 from one event, or one call, nothing is proposed, however often it is sent again', () => {
  const judge = createJudge();
  const later = (exchange: RawExchange) =>
    times(4, (index) => ({ ...exchange, startedAt: exchange.startedAt + index * 1000 }));
  const event = eventOf({ contractId: 'm-1', status: 'PAID', referenceId: 'r', extra: 'x' }, () => []);
  const call = callOf('createContract', { status: 503, answer: { problem: 'x' } });

  expect(overlayOf([...later(event), ...later(call)].map(judge))).toBe('');
  expect(
    overlayOf(times(3, (index) => ({ ...call, startedAt: call.startedAt + index * 3_600_000 })).map(judge)),
  ).toContain('"503":');
});
