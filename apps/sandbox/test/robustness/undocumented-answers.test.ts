import { operations } from '@escrow-kit/spec';
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../src/http/answer.ts';
import { validateAnswer } from '../../src/service/answers.ts';

function validated(id: string, { status, body }: Omit<Answer, 'headers'>): Answer {
  const operation = operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`The document has no operation ${id}.`);
  return validateAnswer(operation, { status, headers: {}, body });
}

describe('the test mode', () => {
  test.each([
    ['registerCustomer', 200, { serviceUserId: 1, userIdentification: 2 }],
    ['registerCustomer', 418, { error: 'any' }],
    ['startPayment', 500, undefined],
    ['requestTicket', 400, { error: 'invalid_grant' }],
  ])('lets the documented answer %s %d pass', (id, status, body) => {
    expect(validated(id, { status, body })).toEqual({ status, headers: {}, body });
  });

  test.each([
    ['a field of another type', 'registerCustomer', 200, { serviceUserId: '1', userIdentification: 2 }],
    ['a field missing', 'registerCustomer', 200, { serviceUserId: 1 }],
    ['a status that is not documented', 'registerCustomer', 500, undefined],
    ['a redirect', 'registerCustomer', 302, undefined],
    ['no body instead of a documented one', 'registerCustomer', 200, undefined],
    ['a body instead of none', 'startPayment', 500, { error: 'any' }],
    ['a value that JSON drops', 'requestTicket', 200, { ticket: undefined, expiresIn: 300 }],
  ])('turns %s into a 500 that says so', (_, id, status, body) => {
    const answer = validated(id, { status, body });

    expect(answer).toMatchObject({ status: 500, body: { error: 'undocumented_response' } });
    expect(JSON.stringify(answer.body)).toContain(`${id}`);
  });
});
