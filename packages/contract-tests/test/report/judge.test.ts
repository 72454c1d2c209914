import { describe, expect, test } from 'vitest';
import { findBrokenConditions } from '../../src/judge/find-broken-conditions.ts';
import { findRemarks } from '../../src/judge/find-remarks.ts';
import { judge } from '../../src/judge/judge.ts';
import type { PactMismatch } from '../../src/judge/notes.ts';
import type { Interaction } from '../../src/pacts/pact-document.ts';
import { basisOf } from '../../src/pacts/rules-of.ts';

const interactionOf = (description: string, references: Record<string, string> = {}): Interaction => ({
  type: 'Synchronous/HTTP',
  description,
  comments: { references: { 'escrow-kit': references } },
});

/** The verdict on an interaction whose answer differs in this way. */
function judged(interaction: Interaction, ...mismatches: PactMismatch[]) {
  const result = { description: interaction.description, result: 'Error' as const, mismatch: { mismatches } };
  const redact = (text: string) => text.replaceAll('s3cret', '[redacted]');
  return judge(interaction, { notes: { problems: [], values: {} }, result, redact });
}

const isSender = 'PARTY-3 a PROVIDER with isSender is refused';
const textsOf = (...mismatches: PactMismatch[]) =>
  judged(interactionOf(isSender), ...mismatches).problems.map(({ text }) => text);

const status = { type: 'StatusMismatch', expected: 400, actual: 200, mismatch: 'expected 400 but was 200' };
const ofClass = { ...status, mismatch: 'Expected status code 200 to be a Client error (400–499)' };
const empty = 'Expected body Present(12 bytes, application/json) but was empty';
const cutOff = "Failed to parse the actual body: 'EOF while parsing an object at line 1 column 2'";
const field = (path: string, mismatch: string, actual?: string, expected?: string): PactMismatch => ({
  type: 'BodyMismatch',
  path,
  mismatch,
  actual,
  expected,
});
const ofType = (type: string, actual: string) =>
  field('$.fee', `Expected it to be the same type as ${type}`, actual, type);

test.for<[PactMismatch, string]>([
  [status, 'the status is 200 instead of 400'],
  [ofClass, 'the status is 200 instead of any 4xx'],
  [field('$.data.status', 'x to be equal to y', '"a"', '"b"'), 'data.status: got "a", expected "b"'],
  [field('$.a[1].b', "Expected '901' to match '^900(\\.0+)?$'", '901', '900'), 'a[1].b: got 901, expected 900'],
  [field('$.fee', "Expected '40' (String) to be a number", '"40"', '40'), 'fee: got "40", expected a number'],
  [field('$.id', "Expected '' to match '^\\S.*$'", '""', '"m-1"'), 'id: got "", expected something like "m-1"'],
  [ofType('true', '0'), 'fee: got 0, expected a boolean'],
  [ofType('{}', ''), 'fee: got null, expected an object'],
  [ofType('["{}"]', '"none"'), 'fee: got "none", expected a list'],
  [field('$.list', 'minimum size of 2', '["{}"]', '["{}","{}"]'), 'list: got 1 element, expected 2 elements'],
  [field('$.data', 'Actual map is missing the following keys: id, fee'), 'data.id: is missing'],
  [{ type: 'HeaderMismatch', key: 'X-Limit', mismatch: 'it is missing' }, 'X-Limit: it is missing'],
  [field('$', empty), 'the body is empty instead of JSON'],
  [field('$', cutOff, '{"', '{"id":1}'), 'the body is not valid JSON'],
  [field('$.id', 'x', '<p>\n\u001b[2J\u0007</p>', '1'), 'id: got <p> [2J </p>, expected 1'],
])('%o is told as %s', ([mismatch, text]) => {
  expect(textsOf(mismatch)[0]).toBe(text);
});

test('what follows from a wrong status or another media type is not told besides', () => {
  const mediaType = { mismatch: 'x', actual: 'text/html', expected: 'application/json' };
  const header = { type: 'HeaderMismatch', key: 'Content-Type', ...mediaType };

  expect(textsOf(field('$.id', 'x'), status)).toEqual(['the status is 200 instead of 400']);
  expect(textsOf({ type: 'BodyTypeMismatch', ...mediaType }, header)).toEqual(['the body is text/html, expected JSON']);
});

test('a text is redacted before it is shortened', () => {
  const [text] = textsOf(field('$.id', 'x', `${'a'.repeat(389)}s3cret${'b'.repeat(100)}`, '1'));

  expect(text).not.toContain('s3');
  expect(text).toMatch(/…$/);
});

test.for([
  [isSender, undefined, 'stated', 'broken'],
  ['PARTY-2a a CUSTOMER with isSender false is refused', undefined, 'implied', 'implied: differs'],
  ['UAPI-7 createPayment is accepted', 'assumed', 'assumed', 'assumed: differs'],
  ['something without a rule', undefined, 'assumed', 'assumed: differs'],
] as const)('the basis of %s, which says %s, is %s, so that it is %s', ([description, own, basis, outcome]) => {
  const interaction = interactionOf(description, own && { basis: own });

  expect([basisOf(interaction), judged(interaction, status).outcome]).toEqual([basis, outcome]);
});

test.for(['stated', 'implied', 'assumed'])('ERR-1 a refusal with a 5xx is assumed, if its check is %s', (basis) => {
  const refusal = { ...interactionOf(isSender, { basis, rules: 'PARTY-3 ERR-1' }), response: { status: 400 } };

  expect(judged(refusal, { ...ofClass, actual: 500 })).toMatchObject({
    basis: 'assumed',
    outcome: 'assumed: differs',
    problems: [{ rule: 'ERR-1' }],
  });
});

describe('a checkout URL', () => {
  const brokenBy = (conditions: string, values: Record<string, string>, path: string) =>
    findBrokenConditions(interactionOf('PAY-1 payment is started', { conditions }), {
      values,
      answerText: JSON.stringify({ data: `https://pay.example/external/${path}` }),
    });

  test.for([
    ['m/1', 'm%2F1', ['data: the shortId of the checkout URL is m/1, the id of the milestone']],
    ['m-1', 'm-1', ['data: the shortId of the checkout URL is m-1, the id of the milestone']],
    ['m-1', '100%', []],
  ] as const)('PAY-3 of the milestone %s with the shortId %s breaks %j', ([milestoneId, shortId, expected]) => {
    expect(brokenBy('short-id-of-its-own', { milestoneId }, `${shortId}?client_id=client-1`)).toEqual(expected);
  });

  test.for([
    ['a b', 'a%20b', []],
    ['a b', 'a+b', []],
    ['a+b', 'a%2Bb', []],
    ['a+b', 'a+b', []],
    ['a+b', 'a-b', ['data: the client_id of the checkout URL is a-b, expected a+b']],
  ] as const)('AUTH-5 of the client %s with the client_id %s breaks %j', ([clientId, written, expected]) => {
    expect(brokenBy('client-in-checkout-url', { clientId }, `s-1?client_id=${written}`)).toEqual(expected);
  });
});

test.for<[status: number, mediaType: string | undefined, body: string, remarks: string[]]>([
  [200, 'application/json; charset=utf-8', '{}', []],
  [200, 'application/vnd.service.v1+json', '{}', []],
  [200, 'Text/HTML;charset=utf-8', '[]', ['JSON came with the content type text/html']],
  [200, undefined, '{}', ['JSON came with no content type']],
  [400, 'text/plain', 'No.', []],
  [204, undefined, '', []],
  [403, undefined, '', ['a refusal came without a body']],
  // It is documented (PAY-4).
  [500, undefined, '', []],
])('of an answer %i of the type %s with the body %j it is told: %j', ([status, mediaType, body, remarks]) => {
  expect(findRemarks({ status, headers: mediaType ? { 'content-type': mediaType } : {}, body })).toEqual(remarks);
});
