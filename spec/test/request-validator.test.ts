import { describe, expect, test } from 'vitest';
import { findRule, operations } from '../src/index.ts';
import { createRequestValidator } from '../src/validate.ts';
import { requestCases } from './request-cases.ts';

describe.for(requestCases)('$operationId', ({ rule, operationId, accepted, refused }) => {
  const validate = createRequestValidator(operationId);

  test(`${rule} ${accepted.title}`, () => {
    expect(validate(accepted.request)).toEqual([]);
  });

  test(`${rule} ${refused.title}`, () => {
    const violations = validate(refused.request);

    expect(violations.map((violation) => `${violation.in} ${violation.path}`)).toEqual([refused.at]);
    expect(violations[0]).toMatchObject({ rule, basis: findRule(rule)?.basis });
  });
});

test('HOOK-2 a signature that is not 64 hex digits is refused', () => {
  const validate = createRequestValidator('contractEvent');
  const header = { 'service-signature': 'sha256=abc' };

  expect(validate({ header, body: { status: 'ANOTHER' } })).toMatchObject([{ in: 'header', rule: 'HOOK-2' }]);
});

test('an absent body is a violation only if one is required', () => {
  expect(createRequestValidator('createPayment')({})).toEqual([]);
  expect(createRequestValidator('linkUser')({})).toMatchObject([{ in: 'body', path: '', rule: 'UAPI-1' }]);
});

test('an unknown operation is an error', () => {
  expect(() => createRequestValidator('noSuchOperation')).toThrow('noSuchOperation');
});

describe('examples', () => {
  for (const { id, body } of operations) {
    for (const [name, { value }] of Object.entries(body?.examples ?? {})) {
      test(`the request example ${name} of ${id} is accepted`, () => {
        const violations = createRequestValidator(id)({ body: value }).filter((found) => found.in === 'body');

        expect(violations).toEqual([]);
      });
    }
  }
});
