import { operations } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { validateAnswer } from '../../src/service/answers.ts';

const find = (id: string) => operations.find((operation) => operation.id === id) ?? expect.unreachable();

test.each([
  ['a field of another type', 'registerCustomer', 200, { serviceUserId: '1', userIdentification: 2 }],
  ['a status that is not documented', 'registerCustomer', 302, undefined],
  ['a body instead of none', 'startPayment', 500, { error: 'any' }],
  ['a value that JSON drops', 'requestTicket', 200, { ticket: undefined, expiresIn: 300 }],
])('with validateResponses %s is turned into a 500 that says so', (_, id, status, body) => {
  const answer = validateAnswer(find(id), { status, headers: {}, body });

  expect(answer).toMatchObject({ status: 500, body: { error: 'undocumented_response' } });
  expect(JSON.stringify(answer.body)).toContain(id);
});
