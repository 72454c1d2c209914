import { repeats } from '@escrow-kit/suite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJudge } from '../../../src/observe/judge/create-judge.ts';
import type { RawHeaders } from '../../../src/observe/raw-exchange.ts';
import { bodyOf, callOf, eventOf, webhookSecret } from '../support/exchange-of.ts';
import { formsOf, plantedExchanges, plantedSecret, toPlain } from './canaries.ts';

const numRuns = repeats({ test: 100, soak: 10_000 });

test.each([false, true])(
  'nothing secret or personal is kept, wherever it is (keeps unknown values: %s)',
  (keepsUnknownValues) => {
    const judge = createJudge({ keepsUnknownValues, webhookSecret: plantedSecret });

    fc.assert(
      fc.property(plantedExchanges, ({ exchange, planted }) => {
        const kept = toPlain(JSON.stringify(judge(exchange)));
        const found = Object.entries(planted).flatMap(([name, canary]) =>
          formsOf(canary).flatMap((form) =>
            kept.includes(form)
              ? [`${name}: ${form} in ${kept.slice(Math.max(0, kept.indexOf(form) - 60), kept.indexOf(form) + 40)}`]
              : [],
          ),
        );
        expect(found).toEqual([]);
      }),
      { numRuns },
    );
  },
);

test('a secret of one exchange is not kept of a later one, and each value of a repeated header counts', () => {
  const judge = createJudge({ keepsUnknownValues: true });
  const [token, cookie] = ['tok_5d41402abc4b2a76b9719d91', 'c00kie-of-the-session-7'];
  const plain = callOf('registerCustomer');
  const getting = {
    ...plain,
    requestHeaders: [...plain.requestHeaders, ['Cookie', 'a=bcde'], ['Cookie', `sid=${cookie}`]] as RawHeaders,
    target: '/v2/sessions',
    response: { status: 200, headers: [], body: bodyOf({ access_token: token }) },
  };
  const echoing = { ...plain, target: '/v2/sessions', requestBody: bodyOf({ seen: cookie }) };
  echoing.response = { status: 200, headers: [], body: bodyOf({ reference: token, link: `ref:${token}` }) };

  const kept = JSON.stringify([getting, echoing].map(judge));

  expect([token, cookie].filter((secret) => kept.includes(secret))).toEqual([]);
});

test.each<[where: string, target: string, body: object, type: string]>([
  ['a path', '/profiles/by-name/zainab-alsaud', {}, 'application/json'],
  ['a member', '/customers/zainab', {}, 'application/json'],
  ['a member of something unknown', '/v2/friends/zainab/zainab/state', {}, 'application/json'],
  ['a member after a name in another script', '/friends/%D8%B9%D9%84%D9%8A/zainab', {}, 'application/json'],
  ['a member beside an id', '/api/friends/17/of/zainab', {}, 'application/json'],
  ['a placeholder of a path', '/users/zainab/logins/zainab', {}, 'application/json'],
  ['the start of a path', '/zainab/profile', {}, 'application/json'],
  ['a member after a version', '/v1/zainab/orders', {}, 'application/json'],
  ['a member after an id', '/customers/17/zainab', {}, 'application/json'],
  [
    'names of a map',
    '/v2/balances',
    { balances: { zainab: 5, '+966501234567': 1, SA0380000000608010167519: 2 } },
    'application/json',
  ],
  [
    'many names',
    '/v2/balances',
    Object.fromEntries([...'abcdefghijklmnopqrst', 'zainab'].map((name) => [name, 1])),
    'application/json',
  ],
  ['a media type', '/v2/balances', {}, 'application/zainab+json'],
  ['names of a query', `/v2/a?zainab=1&966501234567=2&0380000000608010167519=3`, {}, 'application/json'],
])('a person is not kept as %s', (_where, target, body, type) => {
  const plain = callOf('registerCustomer');
  const headers: RawHeaders = [['Content-Type', type]];
  const response = { status: 200, headers, body: bodyOf(body) };

  const kept = createJudge({ keepsUnknownValues: true })({
    ...plain,
    method: 'PUT',
    target,
    response,
    requestBody: bodyOf({}),
  });

  expect(JSON.stringify(kept)).not.toMatch(/zainab/i);
});

test.each([
  ['/api/v3/sign-in', '/api/v3/sign-in'],
  ['/api/external/contracts/c-17/release', '/api/external/contracts/{}/release'],
  ['/v2/auth/login', '/v2/auth/login'],
  ['/orders/17/items/zainab', '/orders/{}/items/{}'],
  ['/v2/settlements/17/payout/st-9/audit', '/v2/settlements/{}/payout/{}/audit'],
])('of the path %s, %s is kept', (target, path) => {
  expect(createJudge()({ ...callOf('registerCustomer'), method: 'PUT', target }).path).toBe(path);
});

test.each([
  ['an e-mail address', 'jane.canary@shop.example'],
  ['a handle', '@jane-canary'],
  ['a phone number like a step to an alternative', '+966501234567[canary=b]'],
  ['a token like one', 'tok_5d41402abc4b2a76b9719d91[canary=b'],
  ['a long text', 'canary'.repeat(7)],
])('%s is kept as no name: of a role, a field, a parameter', (_what, name) => {
  const kept = createJudge()({
    ...callOf('addParties', { body: { mileStonesParties: { m: [{ role: name, [name]: 1 }] } } }),
    target: `/api/external/contracts/7/parties?${encodeURIComponent(name)}=1&page=2&sort=x`,
  });

  expect(JSON.stringify(kept)).not.toMatch(/canary|501234567|5d41402/);
});

test('given credentials are kept nowhere, also the secret of events, but for the client id, which is public', () => {
  const [webhookSecret, clientSecret, clientId] = ['whsec-Canary-77', 'cs-Canary-88', 'cid-Canary-99'];
  const judge = createJudge({ webhookSecret, credentials: { clientSecret, clientId } });

  const [ofSecrets, ofClient] = [[webhookSecret, clientSecret], [clientId]].map((ids) =>
    JSON.stringify(ids.map((referenceId) => judge(eventOf({ contractId: 'm', status: 'PAID', referenceId })))),
  );

  expect(ofSecrets).not.toMatch(/canary/i);
  expect(ofClient).toContain(clientId);
});

test.each(['whsec_example=', 'zainab-alsaud:', 'zainab=', '966501234567:', 'AKIAIOSF0DNN7EX:'])(
  'a signature after %s, which is no known word, is kept as none',
  (prefix) => {
    const judge = createJudge({ webhookSecret });
    const signed = [1, 2, 3].map((index) =>
      judge(eventOf({ contractId: `m-${index}` }, (hmac) => [['X-Check', `${prefix}${hmac.toString('hex')}`]])),
    );

    expect(signed.map(({ signature }) => signature)).toEqual([null, null, null]);
    expect(JSON.stringify(signed)).not.toContain(prefix.slice(0, -1));
  },
);
