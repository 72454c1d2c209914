import { expect, test } from 'vitest';
import { type StateHandlers, setUpState } from '../../src/states/catalogue.ts';

const values = { milestoneId: 'm/"7', buyerPhone: '+966500000009' };
const some: Partial<StateHandlers> = {
  'a milestone without parties': async () => values,
  'a milestone waiting for payment': async (given) => ({ ...given }),
};
const handlers = some as StateHandlers;
const expressionOf = (name: string) => `\${${name}}`;
const parties = [{ phoneNumber: expressionOf('buyerPhone'), amount: 1.5 }];

test('a state answers with its values, each also URL-encoded, and with its parameters filled in', async () => {
  const given = { itemPrice: 1000, anyName: { [expressionOf('milestoneId')]: parties } };

  expect(await setUpState(handlers, 'a milestone without parties', given)).toEqual({
    ...values,
    milestoneIdInPath: 'm%2F%227',
    buyerPhoneInPath: '%2B966500000009',
    itemPrice: 1000,
    anyName: { 'm/"7': [{ phoneNumber: '+966500000009', amount: 1.5 }] },
  });
});

test.for([
  ['a linked custmer', {}, 'The state "a linked custmer" does not exist. List all: contract-tests states --list.'],
  ['a milestone without parties', {}, '"a milestone without parties" needs the parameter itemPrice: a number.'],
  [
    'a customer with a one-time password',
    { type: 'SMS' },
    'needs the parameter type: one of SERVICE_OTP, NATIONAL_ID_OTP.',
  ],
  [
    'a milestone without parties',
    { itemPrice: 1, anyName: expressionOf('otp') },
    'The parameters use "otp", which is not a value of the state. Correct the name.',
  ],
] as const)('the state "%s" with %j is refused', async ([name, given, message]) => {
  await expect(setUpState(handlers, name, given)).rejects.toThrow(message);
});
