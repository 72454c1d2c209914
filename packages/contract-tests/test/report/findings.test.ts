import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { Problem, VerifiedInteraction } from '../../src/judge/verification.ts';
import { writeCurl } from '../../src/report/findings.ts';
import { createReport } from '../../src/report/report.ts';
import { answered, context, createCheck, createFailure, wrongStatus } from './sample-report.ts';

const findingsOf = (...interactions: VerifiedInteraction[]) => createReport({ interactions }, context).findings;

test('the worst check of a rule is shown, and of the others what is wrong', () => {
  const assumed = { outcome: 'assumed: differs', basis: 'assumed' } as const;
  const problems: Problem[] = [{ kind: 'value', text: 'data.type: got 1', field: 'data.type' }];

  const [finding] = findingsOf(
    createFailure('CONTRACT-2 assumed', assumed),
    createFailure('CONTRACT-2 one'),
    createFailure('CONTRACT-2 two', { problems }),
  );

  expect(finding?.failure.check.description).toBe('CONTRACT-2 one');
  expect(finding?.others).toEqual(['CONTRACT-2 two: data.type: got 1', 'CONTRACT-2 assumed: data.id: is missing']);
});

test('a check that breaks another rule is shown there', () => {
  const [finding, ...others] = findingsOf(createFailure('CONTRACT-2 one', { blamed: 'AUTH-3' }));

  expect([finding?.rule, others]).toEqual(['AUTH-3', []]);
  expect(finding?.failure.check.description).toBe('CONTRACT-2 one');
});

describe('PARTY-3 a request that may have changed the record', () => {
  const served = (changes: Partial<VerifiedInteraction> = {}) =>
    createFailure('PARTY-3 one', { isRefusal: true, problems: [wrongStatus(200, 'any 4xx')], ...changes });
  const again = 'The record may have changed since: to try the same again, run verify';

  test.for<[string, VerifiedInteraction, string?]>([
    ['was served though it has to be refused', served(), `${again} --rule PARTY-3.`],
    ['failed with a 5xx', served({ isRefusal: false, ...answered(503) }), `${again} --rule PARTY-3.`],
    ['was refused', served(answered(404))],
    ['was served, as it has to be', served({ isRefusal: false })],
  ])('is noted after its line if it %s', ([, check, note]) => {
    expect(findingsOf(check)[0]?.failure.curlNote).toBe(note);
  });
});

describe('what to do', () => {
  const adviceOn = (problem: Problem, changes: Partial<VerifiedInteraction> = {}) =>
    findingsOf(createFailure('CONTRACT-2 one', { problems: [problem], ...changes }))[0]?.failure.toDo;

  test.for([
    ['a refusal that succeeds', true, 200, 'any 4xx', 'Refuse this request with any 4xx, and change nothing.'],
    ['a refusal with a 5xx', true, 503, 'any 4xx', 'Find in the log of the service why the call failed.'],
    ['another status of a refusal', true, 404, '403', 'Answer with 403.'],
    ['a 502 in place of a documented 500', true, 502, '500', 'Answer with 500.'],
    ['a success that fails', false, 500, 'any 2xx', 'Find in the log of the service why the call failed.'],
    ['a success that is refused', false, 422, 'any 2xx', 'Accept this request, which the description allows.'],
    ['another success', false, 201, '200', 'Answer with 200.'],
    ['a token that is refused', false, 403, 'any 2xx', 'Accept this kind of token on createContract.'],
    ['a wrong path', false, 404, '200', 'Serve createContract at this path, or correct the address of its host.'],
  ] as const)('about %s', ([, isRefusal, status, due, advice]) => {
    expect(adviceOn(wrongStatus(status, due), { isRefusal })).toBe(advice);
  });

  const assumed = { outcome: 'assumed: differs', basis: 'assumed' } as const;
  const text = 'the status is 500 instead of any 4xx, is missing';

  test.for<[Problem, Partial<VerifiedInteraction>, string]>([
    [{ kind: 'value', field: 'data.id', text }, {}, 'Answer with the body that the description shows.'],
    [{ kind: 'value', field: 'error', text }, {}, 'Answer with the body that the description shows.'],
    [{ kind: 'body', text }, {}, 'Answer with the body that the description shows.'],
    [{ kind: 'event', text }, {}, 'Find in the log of the service why it sent no event.'],
    [{ kind: 'signature', text }, {}, 'Sign the bytes that are sent, after the body is written.'],
    [{ kind: 'schedule', text }, {}, 'Send a failed event again by the retry schedule.'],
    [{ kind: 'other', text }, {}, 'Answer as the description says.'],
    [wrongStatus(500, 'any 4xx'), assumed, 'Find in the log of the service why the call failed.'],
    [wrongStatus(200, 'any 4xx'), assumed, 'Nothing, unless your integration relies on it: the description is silent.'],
  ])('about %j, whatever its text says', ([problem, changes, advice]) => {
    expect(adviceOn(problem, changes)).toBe(advice);
  });
});

test('checks that were not made are reported by their reason, with the rules that are not checkable because of it', () => {
  const reason = { kind: 'set-up', text: 'createContract: no data.id', operationId: 'createContract' } as const;
  const blocked = createCheck('PARTY-4 amounts balance', { outcome: 'not checkable', reason });

  const { leftOut } = createReport({ interactions: [blocked, blocked] }, { ...context, selection: { rules: ['*'] } });

  expect(leftOut).toEqual([{ reason: reason.text, checks: 2, rules: ['PARTY-4'] }]);
});

describe('the line of a request', () => {
  /** The arguments that a POSIX shell gives to curl. */
  function argumentsOf(line: string, variables: Record<string, string> = {}): string[] {
    const script = `curl() { printf '%s\\0' "$@"; }\n${line}`;
    return execFileSync('sh', ['-c', script], { env: variables, encoding: 'utf8' }).split('\0').slice(0, -1);
  }

  const url = 'https://contract.example/api/contracts?a=1&b=$HOME';

  test('is read by a shell as it was sent', () => {
    const body = `{"name":"O'Brien \`id\` $(id) \\\\ \\n","price":1}`;

    const line = writeCurl({ method: 'PATCH', url, headers: { 'content-type': 'application/json' }, body });

    expect(line).not.toContain('\n');
    expect(argumentsOf(line)).toEqual([
      ...['-i', '-X', 'PATCH', url, '-H', 'content-type: application/json', '--data-raw', body],
    ]);
  });

  test('has a secret as the variable of its option, and names another one too', () => {
    const headers = { authorization: 'Bearer [ESCROW_API_KEY]', 'x-other': '[redacted]' };

    const line = writeCurl({ method: 'GET', url, headers });

    expect(line).toContain(`-H 'authorization: Bearer '"$ESCROW_API_KEY" -H 'x-other: '"$REDACTED"`);
    expect(argumentsOf(line, { ESCROW_API_KEY: `a b'"$c` })).toContain(`authorization: Bearer a b'"$c`);
  });

  test('lets curl encode a form, because a secret may need it', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = 'scope=payment%3A1&scope=2&client_secret=[ESCROW_CLIENT_SECRET]&empty=';

    const sent = argumentsOf(writeCurl({ method: 'POST', url, headers, body }), { ESCROW_CLIENT_SECRET: 'a&b' });

    expect(sent.filter((_, index) => sent[index - 1] === '--data-urlencode')).toEqual([
      ...['scope=payment:1', 'scope=2', 'client_secret=a&b', 'empty='],
    ]);
  });
});
