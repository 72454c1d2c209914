import { describe, expect, test } from 'vitest';
import type { Answer } from '../../src/deployment/exchange.ts';
import { type Evidence, judge, type PactMismatch } from '../../src/judge/judge.ts';
import { summarizeRules } from '../../src/judge/verification.ts';
import type { Interaction } from '../../src/pacts/pacts.ts';

interface Sent {
  mismatches?: PactMismatch[];
  answer?: Partial<Answer>;
  values?: Evidence['values'];
}

/** The verdict on an interaction, after Pact found these mismatches. */
function judged(interaction: Interaction, { mismatches = [], answer = {}, values = {} }: Sent) {
  const { description } = interaction;
  const request = { method: 'PATCH', url: 'https://contract.example', headers: {} };
  const isWrong = mismatches.length > 0;
  const evidence: Evidence = {
    values,
    result: isWrong ? { description, result: 'Error', mismatch: { mismatches } } : { description, result: 'OK' },
    exchange: { request, answer: { status: 200, headers: {}, body: '{}', ...answer } },
  };
  const redact = (text: string) => text.replaceAll('s3cret', '[redacted]');
  return judge(interaction, { consumer: 'escrow-kit-client', evidence, redact });
}

/** An interaction of addParties that is answered with a status, or with any of a class. */
const interactionOf = (description: string, { status = 200, statusClass = '' } = {}): Interaction => ({
  type: 'Synchronous/HTTP',
  description,
  request: { method: 'PATCH', path: '/api/external/contracts/c-1/parties' },
  response: {
    status,
    ...(statusClass && {
      matchingRules: { status: { $: { matchers: [{ status: statusClass }] } } },
    }),
  },
});

const refusal = (description: string) => interactionOf(description, { status: 400, statusClass: 'clientError' });
const isSender = refusal('PARTY-3 a PROVIDER with isSender is refused');
const served: PactMismatch = {
  type: 'StatusMismatch',
  expected: 400,
  actual: 200,
  mismatch: 'expected a Client error',
};

const bodyMismatch = (path: string, mismatch: string): PactMismatch => ({ type: 'BodyMismatch', path, mismatch });
const textsOf = (...mismatches: PactMismatch[]) =>
  judged(interactionOf('CONTRACT-2 one'), { mismatches }).problems.map(({ text }) => text);

test.for<[PactMismatch, string]>([
  [bodyMismatch('$.data[1].id', "Expected 'a' to be equal to 'b'"), "data[1].id: Expected 'a' to be equal to 'b'"],
  [bodyMismatch('/', 'Failed to parse the actual body'), 'Failed to parse the actual body'],
  [{ type: 'HeaderMismatch', key: 'X-Limit', mismatch: 'it is missing' }, 'X-Limit: it is missing'],
  [bodyMismatch('$.id', 'got <p>\n::error::\u001b[2J'), 'id: got <p>\\n::error::\\u{001b}[2J'],
])('%o is reported on one line as %s', ([mismatch, text]) => {
  expect(textsOf(mismatch)).toEqual([text]);
});

test('what follows from a wrong status or another media type is not reported besides', () => {
  const field = { type: 'BodyMismatch', path: '$.id', mismatch: 'x' };
  const mediaType = { mismatch: 'x', actual: 'text/html', expected: 'application/json' };
  const header = { type: 'HeaderMismatch', key: 'Content-Type', ...mediaType };

  const ofStatus = judged(isSender, { mismatches: [field, served] });
  const ofType = judged(isSender, { mismatches: [{ type: 'BodyTypeMismatch', ...mediaType }, header] });

  expect(ofStatus.problems).toEqual([
    { kind: 'status', actual: 200, expected: 'any 4xx', text: 'the status is 200 instead of any 4xx' },
  ]);
  expect(ofType.problems).toEqual([{ kind: 'body', text: 'the body is text/html instead of application/json' }]);
});

test('a text is redacted before it is shortened', () => {
  const [text] = textsOf(bodyMismatch('$.id', `${'a'.repeat(393)}s3cret${'b'.repeat(100)}`));

  expect(text).not.toContain('s3');
  expect(text).toMatch(/…$/);
});

test.for([
  ['PARTY-3 a PROVIDER with isSender is refused', 'stated', 'broken'],
  ['PARTY-2a a CUSTOMER with isSender false is refused', 'implied', 'implied: differs'],
  ['something without a rule', 'assumed', 'assumed: differs'],
] as const)('the basis of "%s" is %s, so that it is %s', ([description, basis, outcome]) => {
  expect(judged(refusal(description), { mismatches: [served] })).toMatchObject({ basis, outcome });
});

test.for<[what: string, interaction: Interaction, actual: number, blamed: string, basis: string]>([
  ['ERR-1 a refusal with a 5xx', isSender, 500, 'ERR-1', 'assumed'],
  ['AUTH-3 a success whose token is refused', interactionOf('PARTY-3 one'), 403, 'AUTH-3', 'stated'],
  ['a success about access that is refused', interactionOf('AUTH-5 one'), 403, 'AUTH-5', 'stated'],
  ['a success that is refused', interactionOf('PARTY-3 one'), 400, 'PARTY-3', 'stated'],
])('%s with %i is blamed on %s, as %s', ([, interaction, actual, blamed, basis]) => {
  const check = judged(interaction, { mismatches: [{ ...served, actual }] });

  expect([check.blamed, check.basis, check.rule]).toEqual([blamed, basis, check.description.split(' ')[0]]);
});

test('AUTH-5 a success about access that fails for another reason leaves its rule open', () => {
  const check = judged(interactionOf('AUTH-5 one'), { mismatches: [{ ...served, actual: 404 }] });

  expect(check).toMatchObject({ outcome: 'not checkable', reason: { kind: 'other-rule' } });
});

test('a rule whose refusals all fail for another rule is not held by its success', () => {
  const failed = judged(isSender, { mismatches: [{ ...served, actual: 500 }] });
  const interactions = [judged(interactionOf('PARTY-3 one'), {}), failed];

  const summary = summarizeRules({ interactions }).find(({ id }) => id === 'PARTY-3');

  expect(summary).toMatchObject({ outcome: 'not checkable', reasons: [{ text: 'a check failed for ERR-1' }] });
});

describe('a checkout URL', () => {
  const problemsOf = (rule: string, values: Record<string, string>, path: string) => {
    const answer = { body: JSON.stringify({ data: `https://pay.example/external/${path}` }) };
    return judged(interactionOf(`${rule} payment is started`), { values, answer }).problems.map(({ text }) => text);
  };

  test.for([
    ['m/1', 'm%2F1', ['data: the shortId of the checkout URL is the ID of the milestone, m/1']],
    ['m-1', 'm-1', ['data: the shortId of the checkout URL is the ID of the milestone, m-1']],
    ['m-1', '100%', []],
  ] as const)('PAY-3a of the milestone %s with the shortId %s breaks %j', ([milestoneId, shortId, expected]) => {
    expect(problemsOf('PAY-3a', { milestoneId }, `${shortId}?client_id=client-1`)).toEqual(expected);
  });

  test.for([
    ['a b', 'a+b', []],
    ['a+b', 'a+b', []],
    ['a+b', 'a-b', ['data: the client_id of the checkout URL is a-b instead of a+b']],
  ] as const)('AUTH-5b of the client %s with the client_id %s breaks %j', ([clientId, written, expected]) => {
    expect(problemsOf('AUTH-5b', { clientId }, `s-1?client_id=${written}`)).toEqual(expected);
  });
});

test.for<[status: number, mediaType: string | undefined, body: string, remarks: string[] | undefined]>([
  [200, 'application/vnd.service.v1+json', '{}', undefined],
  [200, 'Text/HTML;charset=utf-8', '[]', ['JSON with the content type text/html']],
  [200, undefined, '{}', ['JSON with no content type']],
  [403, undefined, '', ['a refusal without a body']],
  // It is documented (PAY-4).
  [500, undefined, '', undefined],
])('of an answer %i of the type %s with the body %j the remarks are: %j', ([status, mediaType, body, remarks]) => {
  const headers: Record<string, string> = mediaType ? { 'content-type': mediaType } : {};

  expect(judged(isSender, { answer: { status, headers, body } }).remarks).toEqual(remarks);
});
