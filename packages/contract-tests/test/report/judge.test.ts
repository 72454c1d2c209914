import { describe, expect, test } from 'vitest';
import { judge } from '../../src/judge/judge.ts';
import type { PactMismatch } from '../../src/judge/pact-result.ts';

const interaction = { type: 'Synchronous/HTTP' as const, description: 'PARTY-3 a PROVIDER with isSender is refused' };

function textsOf(mismatches: PactMismatch[]): string[] {
  const result = { ...interaction, result: 'Error' as const, mismatch: { mismatches } };
  const notes = { problems: [], values: {} };
  const redact = (text: string) => text.replaceAll('s3cret', '[redacted]');
  return judge(interaction, { reason: undefined, notes, result, redact }).problems.map(({ text }) => text);
}

const textOf = (mismatch: PactMismatch) => textsOf([mismatch])[0];

const status = { type: 'StatusMismatch', expected: 400, actual: 200 };

describe('what is wrong about an answer', () => {
  test('is its status, with the one that was expected', () => {
    expect(textOf({ ...status, mismatch: 'expected 400 but was 200' })).toBe('the status is 200 instead of 400');
  });

  test('is its status, if any of a class was expected', () => {
    const mismatch = 'Expected status code 200 to be a Client error (400–499)';

    expect(textOf({ ...status, mismatch })).toBe('the status is 200 instead of any 4xx');
  });

  test('is a field, by its path', () => {
    const mismatch = "Expected 'SUBMITTED' (String) to be equal to 'CREATED' (String)";
    const values = { actual: '"SUBMITTED"', expected: '"CREATED"' };

    expect(textOf({ type: 'BodyMismatch', path: '$.data.status', mismatch, ...values })).toBe(
      'data.status: got "SUBMITTED", expected "CREATED"',
    );
  });

  test.for([
    ['$.data.parties[1].amount', "Expected '901' to match '^900(\\.0+)?$'", '901', '900', 'got 901, expected 900'],
    ['$.data.parties[1].fee', "Expected '40' (String) to be a number", '"40"', '40', 'got "40", expected a number'],
    ['$.data.parties[1].id', "Expected '' to match '^\\S.*$'", '""', '"m-1"', 'got "", expected something like "m-1"'],
    [
      '$.data.parties[1].ok',
      'Expected 0 (Integer) to be the same type as true (Boolean)',
      '0',
      'true',
      'got 0, expected a boolean',
    ],
    [
      '$.data.parties[1]',
      'Expected null (Null) to be the same type as {} (Object)',
      '',
      '{"amount":900}',
      'got null, expected an object',
    ],
    [
      '$.data.parties',
      "Expected 'none' (String) to be the same type as [] (Array)",
      '"none"',
      '["{}"]',
      'got "none", expected a list',
    ],
    [
      '$.data.parties',
      'Expected [] (size 1) to have minimum size of 2',
      '["{}"]',
      '["{}","{}"]',
      'got 1 element, expected 2 elements',
    ],
  ] as const)('is the value of %s, with what was expected', ([path, mismatch, actual, expected, text]) => {
    expect(textOf({ type: 'BodyMismatch', path, mismatch, actual, expected })).toBe(`${path.slice(2)}: ${text}`);
  });

  test('is a field that is missing', () => {
    const mismatch = 'Actual map is missing the following keys: id, fee';

    expect(textOf({ type: 'BodyMismatch', path: '$', mismatch })).toBe('id: is missing');
    expect(textOf({ type: 'BodyMismatch', path: '$.data', mismatch })).toBe('data.id: is missing');
  });

  test('is a body that is empty', () => {
    const mismatch = 'Expected body Present(12 bytes, application/json) but was empty';

    expect(textOf({ type: 'BodyMismatch', path: '$', mismatch })).toBe('the body is empty instead of JSON');
  });

  test('is a body that is cut off', () => {
    const mismatch = `Failed to parse the actual body: 'EOF while parsing an object at line 1 column 2'`;

    expect(textOf({ type: 'BodyMismatch', path: '$', mismatch, actual: '{"', expected: '{"id":1}' })).toBe(
      'the body is not valid JSON',
    );
  });

  test('is a body that is not JSON, reported once', () => {
    const mismatches = [
      { type: 'BodyTypeMismatch', mismatch: 'x', actual: 'text/html', expected: 'application/json' },
      { type: 'HeaderMismatch', key: 'Content-Type', mismatch: 'x', actual: 'text/html', expected: 'application/json' },
    ];

    expect(textsOf(mismatches)).toEqual(['the body is text/html, expected JSON']);
  });

  test('is only its status, if that differs', () => {
    const mismatches = [
      { type: 'BodyMismatch', path: '$.id', mismatch: 'x' },
      { ...status, mismatch: 'x' },
    ];

    expect(textsOf(mismatches)).toEqual(['the status is 200 instead of 400']);
  });

  const field = { type: 'BodyMismatch', path: '$.id', mismatch: 'x', expected: '1' };

  test('is one line without control characters', () => {
    expect(textOf({ ...field, actual: '<p>\n\u001b[2J\u0007</p>' })).toBe('id: got <p> [2J </p>, expected 1');
  });

  test('is redacted before it is shortened', () => {
    const text = textOf({ ...field, actual: `${'a'.repeat(389)}s3cret${'b'.repeat(100)}` });

    expect(text).not.toContain('s3');
    expect(text).toMatch(/…$/);
  });
});

describe('an expected refusal that came with a 5xx', () => {
  const mismatch = { ...status, actual: 500, mismatch: 'Expected status code 500 to be a Client error (400–499)' };
  const judged = (basis: string) => {
    const references = { 'escrow-kit': { basis, rules: 'PARTY-3 ERR-1' } };
    const result = { ...interaction, result: 'Error' as const, mismatch: { mismatches: [mismatch] } };
    const notes = { problems: [], values: {} };
    const refusal = { ...interaction, response: { status: 400 }, comments: { references } };
    return judge(refusal, { reason: undefined, notes, result, redact: String });
  };

  test.for(['stated', 'implied', 'assumed'])('of a check that is %s is assumed, and breaks nothing', (basis) => {
    expect(judged(basis)).toMatchObject({ basis: 'assumed', outcome: 'assumed: differs' });
  });
});
