import { describe, expect, test } from 'vitest';
import { judge } from '../../src/judge/judge.ts';
import type { Problem, VerifiedInteraction } from '../../src/judge/verification.ts';
import { formatHtml } from '../../src/report/format-html.ts';
import { formatJson } from '../../src/report/format-json.ts';
import { formatJunit } from '../../src/report/format-junit.ts';
import { formatMarkdown } from '../../src/report/format-markdown.ts';
import { formatText } from '../../src/report/format-text.ts';
import { createReport } from '../../src/report/report.ts';
import { context, createCheck, exchange, report, withoutId } from './sample-report.ts';

test('a failure shows its request, its answer, what it rests on and what to do, and the same cause once', () => {
  expect(formatText(report)).toBe(`broken
  CONTRACT-2   A created parent comes back under data with id, type, senderRole and status CREATED.
    rests on  Resources, Parent contract, last paragraph: Under data: id, type, senderRole, status CREATED.
              #/components/schemas/CreatedContractResult: The answer to creating a parent.
    check     CONTRACT-2 the result has an id
    wrong     data.id: is missing
    sent      POST https://contract.example/api/external/contracts (createContract)
              authorization: Bearer [ESCROW_CLIENT_ADMIN_TOKEN]; content-type: application/json
              {"itemPrice":0}
    came      200
              content-type: application/json
              {"data":{}}
    again     curl -i -X POST 'https://contract.example/api/external/contracts' -H 'authorization: Bearer '"$ESCROW_CLIENT_ADMIN_TOKEN" -H 'content-type: application/json' --data-raw '{"itemPrice":0}'
    to do     Add data.id to the body.
    also      STATE-1 a parent starts CREATED
    because of this, 2 checks could not be made; not checkable: PARTY-3, PARTY-4, STATE-1

held
  BANK-2

1 rule held, 1 is broken, 3 are not checkable.
`);
});

test('the page and the JSON show the same, once', () => {
  const page = formatHtml(report);
  const [finding] = JSON.parse(formatJson(report)).findings;

  expect(page.match(/Add data\.id to the body\./g)).toHaveLength(1);
  expect(page).toContain('<dt>again</dt><dd>curl -i -X POST ');
  expect(finding).toMatchObject({
    rule: 'CONTRACT-2',
    causes: [{ check: 'CONTRACT-2 the result has an id', others: ['STATE-1 a parent starts CREATED'] }],
    consequences: { checks: 2, rules: ['PARTY-3', 'PARTY-4', 'STATE-1'] },
  });
});

test('checks of one rule that fail in another way are another cause', () => {
  const wrong = { ...withoutId, problems: [{ kind: 'answer', text: 'data.type: got 1', field: 'data.type' }] } as const;
  const interactions = [
    createCheck('CONTRACT-2 one', withoutId),
    createCheck('CONTRACT-2 two', { ...wrong, problems: [...wrong.problems] }),
  ];

  const { findings } = createReport({ interactions }, context);

  expect(findings[0]?.causes.map(({ problems }) => problems)).toEqual([['data.id: is missing'], ['data.type: got 1']]);
});

test('the worst check of a rule comes first', () => {
  const assumed = {
    ...withoutId,
    outcome: 'assumed: differs',
    basis: 'assumed',
    operationId: 'addMilestones',
  } as const;
  const interactions = [createCheck('CONTRACT-2 assumed', assumed), createCheck('CONTRACT-2 stated', withoutId)];

  const { findings } = createReport({ interactions }, context);

  expect(findings[0]?.causes.map(({ check }) => check.description)).toEqual([
    'CONTRACT-2 stated',
    'CONTRACT-2 assumed',
  ]);
});

test('a failure without a rule of its own is shown once, and the other rules of its check refer to it', () => {
  const problems: Problem[] = [{ kind: 'connection', text: 'no event came' }];
  const event = createCheck('HOOK-1 the event of PAID', { rules: ['HOOK-1', 'HOOK-2'], outcome: 'broken', problems });

  const { findings } = createReport({ interactions: [event] }, context);

  expect(findings.map(({ rule, causes, shownAt }) => [rule, causes.length, shownAt])).toEqual([
    ['HOOK-1', 1, []],
    ['HOOK-2', 0, ['HOOK-1']],
  ]);
});

describe('PARTY-3 a request that may have changed the record', () => {
  const served = (description: string, changes: Partial<VerifiedInteraction> = {}) => {
    const problems: Problem[] = [{ kind: 'answer', text: 'the status is 200 instead of any 4xx' }];
    return createCheck(description, { ...withoutId, isRefusal: true, problems, ...changes });
  };
  const again = 'The record may have changed since: to try the same again, run verify';
  const notesOf = (check: VerifiedInteraction, control?: { url: string; tenant?: string }) => {
    const deployment = { ...context.deployment, control };
    return createReport({ interactions: [check] }, { ...context, deployment }).findings[0]?.causes[0]?.curlNotes;
  };
  const answered = (status: number) => ({ exchange: { ...exchange, answer: { status, headers: {}, body: '' } } });

  test.for<[string, VerifiedInteraction, string[]]>([
    ['was served though it has to be refused', served('PARTY-3 one'), [`${again} --rule PARTY-3.`]],
    ['failed with a 5xx', served('PARTY-3 one', { isRefusal: false, ...answered(503) }), [`${again} --rule PARTY-3.`]],
    [
      'was generated',
      served('addParties, if a is left out (--explore 1 --seed 7)', { rules: ['PARTY-3'] }),
      [`${again} --exclude '*' --explore 1 --seed 7.`],
    ],
    ['was refused', served('PARTY-3 one', answered(404)), []],
    ['was served, as it has to be', served('PARTY-3 one', { isRefusal: false }), []],
  ])('is noted after its line if it %s', ([, check, notes]) => {
    expect(notesOf(check)).toEqual(notes);
  });

  test('is in every format', () => {
    const one = createReport({ interactions: [served('PARTY-3 one')] }, context);

    for (const format of [formatText, formatHtml, formatMarkdown, formatJunit, formatJson])
      expect(format(one)).toContain(`${again} --rule PARTY-3.`);
  });

  test('in a tenant that is deleted needs one that stays', () => {
    const refused = served('PARTY-3 one', answered(404));

    expect(notesOf(refused, { url: 'https://contract.example' })).toEqual([
      'Its tenant is deleted, with its tokens and records: the line needs --control-tenant.',
    ]);
    expect(notesOf(refused, { url: 'https://contract.example', tenant: 't-1' })).toEqual([]);
  });
});

describe('what to do', () => {
  const adviceOn = (check: VerifiedInteraction) =>
    createReport({ interactions: [check] }, context).findings[0]?.causes[0]?.toDo;

  test.for([
    ['a refusal that succeeds', true, 200, 'any 4xx', 'Refuse this request with any 4xx, and change nothing.'],
    ['a refusal with a 5xx', true, 503, 'any 4xx', 'Answer with any 4xx.'],
    ['another status of a refusal', true, 404, '403', 'Answer with 403.'],
    ['a success that fails', false, 500, 'any 2xx', 'Find in the log of the service why the call failed.'],
    ['a success that is refused', false, 422, 'any 2xx', 'Accept this request, which the description allows.'],
    ['another success', false, 201, '200', 'Answer with 200.'],
    ['a token that is refused', false, 403, 'any 2xx', 'Accept this kind of token on createContract.'],
    [
      'a path that is not there',
      false,
      404,
      'any 2xx',
      'Serve createContract at this path, or correct the address of its host.',
    ],
  ] as const)('about %s', ([, isRefusal, status, due, advice]) => {
    const answer = { status, headers: {}, body: '' };
    const text = `the status is ${status} instead of ${due}`;
    const problems: Problem[] = [{ kind: 'answer', text }];
    const changes = { ...withoutId, isRefusal, problems, exchange: { ...exchange, answer } };

    expect(adviceOn(createCheck('CONTRACT-2 one', changes))).toBe(advice);
  });

  test('PAY-4 about the body of a refusal that has the right status', () => {
    const problems: Problem[] = [{ kind: 'answer', text: 'error: got "b", expected "a"', field: 'error' }];
    const answer = { status: 500, headers: {}, body: '{}' };
    const changes = { ...withoutId, isRefusal: true, problems, exchange: { ...exchange, answer } };

    expect(adviceOn(createCheck('PAY-4 one', changes))).toBe('Correct error in the body.');
  });

  test.for([
    ['$', 'Failed to parse the actual body: x', 'the body is not valid JSON'],
    ['/', 'Expected body Present(12 bytes, application/json) but was empty', 'the body is empty instead of JSON'],
  ] as const)('about the whole body, which Pact calls %s', ([path, mismatch, text]) => {
    const interaction = { type: 'Synchronous/HTTP', description: 'CONTRACT-2 one' } as const;
    const mismatches = [{ type: 'BodyMismatch', path, mismatch, actual: '{"', expected: '{"id":1}' }];
    const result = { ...interaction, result: 'Error', mismatch: { mismatches } } as const;

    const { problems } = judge(interaction, {
      reason: undefined,
      notes: { problems: [], values: {} },
      result,
      redact: String,
    });

    expect(problems.map((problem) => problem.text)).toEqual([text]);
    expect(adviceOn(createCheck('CONTRACT-2 one', { ...withoutId, problems }))).toBe(
      'Answer with the JSON that the description shows.',
    );
  });

  test('about a server error, although only a 4xx is assumed', () => {
    const problems: Problem[] = [{ kind: 'answer', text: 'the status is 500 instead of any 4xx' }];
    const changes = { ...withoutId, outcome: 'assumed: differs', basis: 'assumed', problems } as const;

    expect(adviceOn(createCheck('ERR-1 a long name', changes))).toBe(
      'Find in the log of the service why the call failed.',
    );
  });

  test('about something assumed', () => {
    const changes = { ...withoutId, outcome: 'assumed: differs', basis: 'assumed' } as const;

    expect(adviceOn(createCheck('CONTRACT-2 one', changes))).toBe(
      'Nothing, unless your integration relies on it: the description is silent.',
    );
  });
});
