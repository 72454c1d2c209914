import { describe, expect, test } from 'vitest';
import type { Problem, VerifiedInteraction } from '../../src/judge/verification.ts';
import { createReport } from '../../src/report/report.ts';
import { context, createCheck, exchange, withoutId } from './sample-report.ts';

const findingsOf = (...interactions: VerifiedInteraction[]) => createReport({ interactions }, context).findings;

test('checks of one rule that fail in another way are another cause', () => {
  const problems: Problem[] = [{ kind: 'answer', text: 'data.type: got 1', field: 'data.type' }];
  const other = createCheck('CONTRACT-2 two', { ...withoutId, problems });

  const [finding] = findingsOf(createCheck('CONTRACT-2 one', withoutId), other);

  expect(finding?.causes.map((cause) => cause.problems)).toEqual([['data.id: is missing'], ['data.type: got 1']]);
});

test('the worst check of a rule comes first', () => {
  const changes = { outcome: 'assumed: differs', basis: 'assumed', operationId: 'addMilestones' } as const;
  const assumed = createCheck('CONTRACT-2 assumed', { ...withoutId, ...changes });

  const [finding] = findingsOf(assumed, createCheck('CONTRACT-2 stated', withoutId));

  expect(finding?.causes.map(({ check }) => check.basis)).toEqual(['stated', 'assumed']);
});

test('a failure without a rule of its own is shown once, and the other rules of its check refer to it', () => {
  const problems: Problem[] = [{ kind: 'connection', text: 'no event came' }];
  const event = createCheck('HOOK-1 the event of PAID', { rules: ['HOOK-1', 'HOOK-2'], outcome: 'broken', problems });

  expect(findingsOf(event).map(({ rule, causes, shownAt }) => [rule, causes.length, shownAt])).toEqual([
    ['HOOK-1', 1, []],
    ['HOOK-2', 0, ['HOOK-1']],
  ]);
});

const answered = (status: number) => ({ exchange: { ...exchange, answer: { status, headers: {}, body: '{}' } } });

describe('PARTY-3 a request that may have changed the record', () => {
  const served = (changes: Partial<VerifiedInteraction> = {}) => {
    const problems: Problem[] = [{ kind: 'answer', text: 'the status is 200 instead of any 4xx' }];
    return createCheck('PARTY-3 one', { ...withoutId, rules: ['PARTY-3'], isRefusal: true, problems, ...changes });
  };
  const again = 'The record may have changed since: to try the same again, run verify';

  test.for<[string, VerifiedInteraction, string[]]>([
    ['was served though it has to be refused', served(), [`${again} --rule PARTY-3.`]],
    ['failed with a 5xx', served({ isRefusal: false, ...answered(503) }), [`${again} --rule PARTY-3.`]],
    ['was refused', served(answered(404)), []],
    ['was served, as it has to be', served({ isRefusal: false }), []],
  ])('is noted after its line if it %s', ([, check, notes]) => {
    expect(findingsOf(check)[0]?.causes[0]?.curlNotes).toEqual(notes);
  });

  test.for([
    [undefined, ['Its tenant is deleted, with its tokens and records: the line needs --control-tenant.']],
    ['t-1', []],
  ] as const)('in the tenant %s is noted as %j', ([tenant, notes]) => {
    const deployment = { ...context.deployment, control: { url: 'https://contract.example', tenant } };

    const { findings } = createReport({ interactions: [served(answered(404))] }, { ...context, deployment });

    expect(findings[0]?.causes[0]?.curlNotes).toEqual(notes);
  });
});

describe('what to do', () => {
  const adviceOn = (changes: Partial<VerifiedInteraction>) =>
    findingsOf(createCheck('CONTRACT-2 one', { ...withoutId, ...changes }))[0]?.causes[0]?.toDo;

  test.for([
    ['a refusal that succeeds', true, 200, 'any 4xx', 'Refuse this request with any 4xx, and change nothing.'],
    ['a refusal with a 5xx', true, 503, 'any 4xx', 'Answer with any 4xx.'],
    ['another status of a refusal', true, 404, '403', 'Answer with 403.'],
    ['a success that fails', false, 500, 'any 2xx', 'Find in the log of the service why the call failed.'],
    ['a success that is refused', false, 422, 'any 2xx', 'Accept this request, which the description allows.'],
    ['another success', false, 201, '200', 'Answer with 200.'],
    ['a token that is refused', false, 403, 'any 2xx', 'Accept this kind of token on createContract.'],
    ['a wrong path', false, 404, '200', 'Serve createContract at this path, or correct the address of its host.'],
  ] as const)('about %s', ([, isRefusal, status, due, advice]) => {
    const problems: Problem[] = [{ kind: 'answer', text: `the status is ${status} instead of ${due}` }];

    expect(adviceOn({ isRefusal, problems, ...answered(status) })).toBe(advice);
  });

  const assumed = { outcome: 'assumed: differs', basis: 'assumed' } as const;
  const wrong = (text: string, field?: string): Problem[] => [{ kind: 'answer', text, ...(field && { field }) }];

  test.for<[string, Partial<VerifiedInteraction>, string]>([
    [
      'the body of a refusal that has the right status',
      { isRefusal: true, problems: wrong('error: got "b", expected "a"', 'error'), ...answered(500) },
      'Correct error in the body.',
    ],
    [
      'the whole body',
      { problems: wrong('the body is not valid JSON', 'the body') },
      'Answer with the JSON that the description shows.',
    ],
    [
      'a server error, although only a 4xx is assumed',
      { ...assumed, problems: wrong('the status is 500 instead of any 4xx') },
      'Find in the log of the service why the call failed.',
    ],
    ['something assumed', assumed, 'Nothing, unless your integration relies on it: the description is silent.'],
  ])('about %s', ([, changes, advice]) => {
    expect(adviceOn(changes)).toBe(advice);
  });
});
