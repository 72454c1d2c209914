import { shippedRules } from '@escrow-kit/sandbox/testing';
import { attemptsInSeconds } from '@escrow-kit/spec';
import { expect, onTestFinished, test } from 'vitest';
import { type StateHandlers, setUpState } from '../../src/states/catalogue.ts';
import { createStateContext } from '../../src/states/context.ts';
import { sendEvent } from '../../src/states/events.ts';
import { findIdentityToken } from '../../src/states/steps.ts';
import { startDeployment } from '../support/sandbox-deployment.ts';
import { allHostsAt, serve } from '../support/serve.ts';
import { toExpression } from '../support/state-values.ts';

const values = { milestoneId: 'm/"7', buyerPhone: '+966500000009' };
const some: Partial<StateHandlers> = {
  'a milestone without parties': async () => values,
  'a milestone waiting for payment': async (given) => ({ ...given }),
};
const handlers = some as StateHandlers;
const parties = [{ phoneNumber: toExpression('buyerPhone'), amount: 1.5 }];

test('a state answers with its values, each also URL-encoded, and with its parameters filled in', async () => {
  const given = { itemPrice: 1000, anyName: { [toExpression('milestoneId')]: parties } };

  expect(await setUpState(handlers, 'a milestone without parties', given)).toEqual({
    ...values,
    milestoneIdInPath: 'm%2F%227',
    buyerPhoneInPath: '%2B966500000009',
    itemPrice: 1000,
    anyName: { 'm/"7': [{ phoneNumber: '+966500000009', amount: 1.5 }] },
  });
});

test('a number may come as text, as a query has it', async () => {
  const answer = await setUpState(handlers, 'a milestone waiting for payment', { itemPrice: '250.5' });

  expect(answer).toMatchObject({ itemPrice: 250.5 });
});

test.for([
  ['a linked custmer', {}, 'There is no state "a linked custmer". contract-tests states --list shows all.'],
  ['constructor', {}, 'There is no state "constructor".'],
  ['a milestone without parties', {}, '"a milestone without parties" needs the parameter itemPrice: a number.'],
  ['a milestone without parties', { itemPrice: null }, 'needs the parameter itemPrice: a number.'],
  [
    'a customer with a one-time password',
    { type: 'SMS' },
    'needs the parameter type: one of SERVICE_OTP, NATIONAL_ID_OTP.',
  ],
  [
    'a milestone without parties',
    { itemPrice: 1, anyName: toExpression('otp') },
    'The state gives no value "otp", which its parameters name.',
  ],
] as const)('the state "%s" with %j is refused', async ([name, given, message]) => {
  await expect(setUpState(handlers, name, given)).rejects.toThrow(message);
});

test.for([
  ['the first kind of token, if both are accepted', [], 'user-1'],
  ['the second, if the first is refused', ['user-1'], 'admin-1'],
  ['the first, if both are refused', ['user-1', 'admin-1'], 'user-1'],
] as const)('identityToken is %s', async ([, refused, expected]) => {
  const url = await serve((request, response) => {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    response.writeHead(refused.some((one) => one === token) ? 403 : 400).end('{}');
  });
  const credentials = { legacyUserToken: 'user-1', clientAdminToken: 'admin-1' };

  expect(await findIdentityToken(createStateContext({ hosts: allHostsAt(url), credentials }))).toBe(expected);
});

test.for([
  ['four attempts', shippedRules.nextAttemptAt, attemptsInSeconds],
  [
    'a fourth retry half an hour later',
    (attempts: number, endedAt: number) =>
      shippedRules.nextAttemptAt(attempts, endedAt) ?? (attempts === 4 ? endedAt + 1_800_000 : undefined),
    [...attemptsInSeconds, (attemptsInSeconds.at(-1) ?? 0) + 1800],
  ],
] as const)('HOOK-4 an event that is always refused shows %s', async ([, nextAttemptAt, expected]) => {
  const { deployment } = await startDeployment(() => ({ nextAttemptAt }));
  const context = createStateContext(deployment);
  onTestFinished(() => context.close());

  const { event } = await sendEvent(context, 'CASHOUT_IN_PROGRESS');

  expect(event.attemptedAtInSeconds).toEqual(expected);
  expect(event.attempts).toHaveLength(expected.length);
});
