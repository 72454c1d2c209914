import { expect, test } from 'vitest';
import { certaintyOf, type Finding } from '../../../src/observe/findings/finding.ts';
import { keepCall, keepEvent } from './kept-exchanges.ts';
import { findIn, times } from './propose.ts';

const textsOf = (findings: readonly Finding[], part: Finding['part']): string[] =>
  findings
    .filter((one) => one.part === part)
    .map(({ text, count, outOf, certainty }) => `${text} ${count}/${outOf} ${certainty}`);

const user = {
  user_id: 'usr_1',
  verification_status: { email_verified: true, phone_verified: true, kyc_status: 'approved' },
};
const meta = { request_id: 'r-1', timestamp: '2030-01-01T00:00:00Z' };

test('what was seen once or twice is not claimed, 3 times is likely, and 20 times without exception sure', () => {
  expect([certaintyOf(2), certaintyOf(3), certaintyOf(19), certaintyOf(20), certaintyOf(20, 21)]).toEqual([
    'seen',
    'likely',
    'likely',
    'sure',
    'likely',
  ]);
});

test('a success and a body that are not shown are learned, with what is always there', () => {
  const found = findIn([
    ...times(20, () => keepCall('addParties', { status: 201, came: { id: 7, state: 'x' } })),
    keepCall('addParties', { status: 201, came: { id: 8 } }),
  ]);

  expect(textsOf(found, 'shown now')).toEqual([
    'addParties answers a success with 201, not 200 as the kit assumes. 21/21 sure',
    'addParties 201 has id, a whole number, always. 21/21 sure',
    'addParties 201 has state, a text, in 20 of 21. 20/21 sure',
  ]);
  expect(textsOf(found, 'contradicts')).toEqual([]);
  expect(textsOf(found, 'not in the document')).toEqual([]);
});

test('UAPI-2 a field that the document does not have is told once, and a renamed one as renamed', () => {
  const missing = {
    part: 'response',
    at: 'body.data.user_id',
    pointer: '/data/user_id',
    keyword: 'required',
    rule: 'UAPI-2',
    basis: 'stated',
    message: 'is missing',
  } as const;
  const found = findIn(
    times(3, () =>
      keepCall(
        'getUser',
        {
          came: {
            success: true,
            meta,
            data: { id: 'usr_1', tier: { level: 1 }, verification_status: user.verification_status },
          },
        },
        { violations: [missing] },
      ),
    ),
  );

  expect(textsOf(found, 'contradicts')).toEqual(['getUser calls data.user_id id. 3/3 likely']);
  expect(textsOf(found, 'not in the document')).toEqual(['getUser 200 has data.tier, an object, always. 3/3 likely']);
});

test('HOOK-4 a retry time that differs is found, and repeated events after a success are no retries', () => {
  const start = Date.UTC(2030, 0, 1);
  const attemptsAfter = (seconds: number[], index: number) =>
    seconds.map((second) =>
      keepEvent(
        { contractId: `m-${index}`, status: 'PAID', referenceId: 'r' },
        { status: second === 131 ? 200 : 503 },
        { at: new Date(start + second * 1000).toISOString(), eventLabel: `event-${index}` },
      ),
    );
  const found = findIn(times(4, (index) => attemptsAfter([0, 1, 31, 131, 900], index)).flat());

  expect(textsOf(found, 'contradicts')).toEqual([
    'The second retry of an event comes 30 s after the attempt before, not 10 s. 4/4 likely',
  ]);
  expect(textsOf(found, 'shown now').filter((text) => text.includes('retry'))).toEqual([
    'Each wait before a retry counts from the attempt before. 4/4 likely',
  ]);
});

test('many entries of one answer are one exchange, from which nothing is claimed', () => {
  const milestones = times(30, (index) => ({ id: `m-${index}`, isUrgent: true }));

  const found = findIn([keepCall('addMilestones', { came: { data: { parentContractId: 'c', milestones } } })]);

  expect(new Set(found.map(({ certainty }) => certainty))).toEqual(new Set(['seen']));
  expect(textsOf(found, 'shown now')).toContain(
    'addMilestones 200 has data.milestones[].isUrgent, a truth value, always. 1/1 seen',
  );
});

test('a probe of the root is no operation, another call of it is one', () => {
  const calls = ['GET', 'HEAD', 'POST'].map((method) =>
    keepCall('none', {}, { operation: undefined, method, path: '/' }),
  );

  expect(textsOf(findIn(calls), 'not in the document')).toEqual(['The service serves POST /. 1/1 seen']);
});

test('CONTRACT-2 an undocumented value is named beside the documented ones, if it may be kept', () => {
  const violations = [
    {
      part: 'response',
      at: 'body.data.status',
      pointer: '/data/status',
      keyword: 'enum',
      rule: 'CONTRACT-2',
      basis: 'stated',
      message: 'must be equal to one of the allowed values',
    } as const,
  ];
  const find = (status: unknown) =>
    textsOf(
      findIn(times(3, () => keepCall('createContract', { came: { data: { id: 'c', status } } }, { violations }))),
      'contradicts',
    );

  expect(find('OPEN')).toEqual(['createContract: data.status is OPEN, not one of CREATED (CONTRACT-2). 3/3 likely']);
  expect(find(null)).toEqual(['createContract: data.status is null, not one of CREATED (CONTRACT-2). 3/3 likely']);
  expect(find({})).toEqual([
    'createContract: data.status must be equal to one of the allowed values (CONTRACT-2). 3/3 likely',
  ]);
});
