import { operations, type TokenKind } from '@escrow-kit/spec';
import { describe, expect, test } from 'vitest';
import { issueUserToken, newPhone, registerCustomer, signUp } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const withToken = operations.filter(({ tokenKinds }) => tokenKinds.length > 0);
const kinds: TokenKind[] = ['organization', 'clientAdmin', 'legacyUser', 'legacyApp', 'apiKey'];

/** The operations that take a kind of token, by the rules, and the titles of their tests. */
const rulesOfKinds = [
  {
    rule: 'AUTH-2',
    kind: 'organization',
    ids: ['registerCustomer', 'addBankAccount', 'addAddress'],
    accepted: 'AUTH-2 %s with the organization token is accepted',
    refused: 'AUTH-2 %s with a token of another kind is refused',
  },
  {
    rule: 'AUTH-3',
    kind: 'clientAdmin',
    ids: ['createContract', 'addMilestones', 'addParties', 'startPayment'],
    accepted: 'AUTH-3 AUTH-4 %s with the client admin token is accepted',
    refused: 'AUTH-3 AUTH-4 %s with a token of another kind is refused',
  },
  {
    rule: 'AUTH-8',
    kind: 'legacyUser',
    ids: ['submitNationalId', 'validateOtp', 'legacyAddIban', 'legacyAddAddress'],
    accepted: 'AUTH-8 %s with the legacy user token is accepted',
    refused: 'AUTH-8 %s with a token of another kind is refused',
  },
  {
    rule: 'AUTH-9',
    kind: 'legacyApp',
    ids: ['legacySignUp'],
    accepted: 'AUTH-9 %s with the legacy app token is accepted',
    refused: 'AUTH-9 %s with a token of another kind is refused',
  },
  {
    rule: 'AUTH-11',
    kind: 'apiKey',
    ids: ['linkUser', 'getUser', 'updateUser', 'createPayment', 'listWebhooks'],
    accepted: 'AUTH-11 %s with the API key is accepted',
    refused: 'AUTH-11 %s with a token of another kind is refused',
  },
] as const;

const sandbox = startedSandbox();

test('AUTH-1 a bearer token is accepted with the scheme in any case', async () => {
  const { organization } = sandbox().credentials.tokens;

  const response = await fetch(`${sandbox().url}/realms/service/service-partner/customers`, {
    method: 'POST',
    headers: { authorization: `bearer ${organization}`, 'content-type': 'application/json' },
    body: JSON.stringify({ phoneNumber: newPhone() }),
  });

  expect(response.status).toBe(200);
});

test('AUTH-8 a legacy user token of another user is refused', async () => {
  const [own, other] = [newPhone(), newPhone()];
  const bearer = await issueUserToken(sandbox(), own);
  const userId = await registerCustomer(sandbox(), other);

  const answers = await Promise.all([
    send(sandbox(), 'submitNationalId', { path: { userId }, body: { nationalId: '1000000001' }, bearer }),
    send(sandbox(), 'validateOtp', { body: { type: 'SERVICE_OTP', phoneNumber: other, otp: 100000 }, bearer }),
    send(sandbox(), 'legacyAddIban', { path: { id: userId }, body: {}, bearer }),
    send(sandbox(), 'legacyAddAddress', { path: { id: userId }, body: {}, bearer }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect(answers.map(({ body: refusal }) => refusal.rule)).toEqual(Array(4).fill('AUTH-8a'));
});

test('AUTH-10 no call takes a legacy customer token, which is only for the checkout', async () => {
  const phone = newPhone();
  await registerCustomer(sandbox(), phone);
  const bearer = await sandbox().control.customerToken(phone);

  const answers = await Promise.all(withToken.map(({ id }) => send(sandbox(), id, { bearer })));

  expect(answers.map(({ status }) => status)).toEqual(withToken.map(() => 403));
  expect(answers[0]?.body.message).toContain('not the legacyCustomer token');
});

test('LEGACY-2 no call takes a clientUserToken, which is a password, and none repeats it', async () => {
  const bearer = await signUp(sandbox(), newPhone());

  const answers = await Promise.all(withToken.map(({ id }) => send(sandbox(), id, { bearer })));

  expect(answers.map(({ status, body }) => [status, body.rule])).toEqual(withToken.map(() => [401, 'AUTH-1b']));
  expect(answers.map(({ text }) => text).join()).not.toContain(bearer);
});

// Only the kind of a token is read from the store, so one store is enough here.
describe('the kinds of token of an operation', () => {
  const sandbox = startedSandbox();

  test.each(withToken)('AUTH-1 $id without a token is refused', async ({ id }) => {
    const answer = await send(sandbox(), id, { token: null });

    expect(answer).toMatchObject({ status: 401, body: { error: 'unauthorized', rule: 'AUTH-1b' } });
  });

  describe.each(rulesOfKinds)('$rule', ({ rule, kind, ids, accepted, refused }) => {
    test.each(ids)(accepted, async (id) => {
      const { status } = await send(sandbox(), id, { token: kind });

      expect([401, 403]).not.toContain(status);
    });

    test.each(ids)(refused, async (id) => {
      const operation = withToken.find((candidate) => candidate.id === id);
      const others = kinds.filter((other) => !operation?.tokenKinds.includes(other));

      const answers = await Promise.all(others.map((token) => send(sandbox(), id, { token })));

      expect(answers.map(({ status }) => status)).toEqual(others.map(() => 403));
      const ruleOf = (token: TokenKind) => (rule === 'AUTH-3' && token === 'organization' ? 'AUTH-4' : 'AUTH-1a');
      expect(answers.map(({ body }) => body.rule)).toEqual(others.map(ruleOf));
    });
  });
});
