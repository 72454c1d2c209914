import { describe, expect, test } from 'vitest';
import { judge } from '../../src/verify/judge.ts';
import type { PactMismatch } from '../../src/verify/pact-job.ts';

const interaction = { type: 'Synchronous/HTTP' as const, description: 'PARTY-3 a PROVIDER with isSender is refused' };

const textOf = (mismatch: PactMismatch, answerText?: string) => {
  const result = { ...interaction, result: 'Error' as const, mismatch: { mismatches: [mismatch] } };
  const notes = { problems: [], values: {}, ...(answerText !== undefined && { answerText }) };
  const redact = (text: string) => text.replaceAll('s3cret', '[redacted]');
  return judge(interaction, { reason: undefined, notes, result, redact }).problems[0]?.text;
};

const status = { type: 'StatusMismatch', expected: 400, actual: 200 };

describe('what is wrong about an answer', () => {
  test('is its status, with the one that was expected and the body', () => {
    expect(textOf({ ...status, mismatch: 'expected 400 but was 200' }, '{"id":1}')).toBe(
      'the status is 200 instead of 400, with the body {"id":1}',
    );
  });

  test('is its status, where any of a class was expected', () => {
    const mismatch = 'Expected status code 200 to be a Client error (400–499)';

    expect(textOf({ ...status, mismatch }, '')).toBe('the status is 200 instead of any 4xx');
  });

  test('is a field, by its path', () => {
    const mismatch = { type: 'BodyMismatch', path: '$.data.id', mismatch: 'Expected 1 (Integer) to be a String' };

    expect(textOf(mismatch)).toBe('$.data.id: Expected 1 (Integer) to be a String');
  });

  test('is a field that is missing', () => {
    const mismatch = 'Actual map is missing the following keys: id, fee';

    expect(textOf({ type: 'BodyMismatch', path: '$', mismatch })).toBe('the answer lacks id, fee');
    expect(textOf({ type: 'BodyMismatch', path: '$.data', mismatch })).toBe('the answer lacks data.id, data.fee');
  });

  test('is a body that is empty', () => {
    const mismatch = 'Expected body Present(12 bytes, application/json) but was empty';

    expect(textOf({ type: 'BodyMismatch', path: '$', mismatch })).toBe('the body is empty instead of JSON');
  });

  test('is its status alone, where that is another one', () => {
    const mismatches = [
      { type: 'BodyMismatch', path: '$.id', mismatch: 'x' },
      { ...status, mismatch: 'x' },
    ];
    const result = { ...interaction, result: 'Error' as const, mismatch: { mismatches } };

    const { problems } = judge(interaction, {
      reason: undefined,
      notes: { problems: [], values: {} },
      result,
      redact: String,
    });

    expect(problems.map(({ text }) => text)).toEqual(['the status is 200 instead of 400']);
  });

  test('is one line, of which a terminal obeys nothing', () => {
    expect(textOf(status, '<p>\n\u001b[2J\u0007</p>')).toMatch(/with the body <p> \[2J <\/p>$/);
  });

  test('is redacted before it is shortened', () => {
    const text = textOf({ ...status, mismatch: 'x' }, `${'a'.repeat(341)}s3cret${'b'.repeat(100)}`);

    expect(text).not.toContain('s3');
    expect(text).toMatch(/…$/);
  });
});
