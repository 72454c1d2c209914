import { gzipSync } from 'node:zlib';
import { exampleTokens } from '@escrow-kit/spec';
import { describe, expect, test } from 'vitest';
import { createJudge } from '../../../src/observe/judge/create-judge.ts';
import type { KeptMessage } from '../../../src/observe/kept-exchange.ts';
import { bodyOf, callOf, eventOf } from '../support/exchange-of.ts';

/** The kept values of a message, by pointer; a shape as it is. */
const valuesOf = (message: KeptMessage | undefined): Record<string, unknown[]> =>
  Object.fromEntries(
    [...Map.groupBy(message?.fields ?? [], ({ pointer }) => pointer)].map(([pointer, fields]) => [
      pointer,
      fields.map(({ value, count }) => [count, 'value' in value ? value.value : value]),
    ]),
  );

const unknownCall = (
  answer: unknown,
  target = '/sessions/5f3a9c1b77e24d10/close?reason=x',
  headers: [string, string][] = [],
) => ({
  ...callOf('getGenericContract', { answer }),
  method: 'POST',
  target,
  requestHeaders: headers,
});

test('of what the document knows, values are kept, unless they are marked or free text', () => {
  const kept = createJudge()(callOf('addMilestones'));

  expect(valuesOf(kept.request)).toMatchObject({
    '/milestones/*/type': [[1, 'MILESTONE_CONTRACT']],
    '/milestones/*/itemPrice': [[1, 1000]],
    '/milestones/*/deadLine': [[1, '2030-01-01T00:00:00Z']],
    '/milestones/*/itemDetail/title': [[1, { type: 'string', length: 12, format: 'text' }]],
  });
  expect(kept).toMatchObject({
    operation: 'addMilestones',
    host: 'contract',
    at: '2030-01-01T00:00:00.000Z',
    status: 200,
  });
  expect(kept.path).toBe('/api/external/contracts/{contractId}/milestones');
});

test('equal values at one pointer are counted, the keys of maps are left out, and what is marked is a shape', () => {
  const { request } = createJudge()(callOf('addParties'));

  expect(valuesOf(request)).toMatchObject({
    '/mileStonesParties/*': [[1, { type: 'array', length: 3 }]],
    '/mileStonesParties/*/*[role=BROKER]/isSender': [[1, true]],
    '/mileStonesParties/*/*[role=CUSTOMER]/isSender': [[1, true]],
    '/mileStonesParties/*/*[role=PROVIDER]/phoneNumber': [[1, { type: 'string', length: 13, format: 'e164' }]],
  });
});

test('of what the document does not know, names and shapes are kept', () => {
  const answer = {
    refund: { state: 'OPEN', amount: 12.5, '8f14e45f-ceea-467f-9575-ad0c8f14e45f': [1, 2] },
    expires_in: 300,
  };

  const { path, response, request, operation } = createJudge()(unknownCall(answer));

  expect([operation, path]).toEqual([undefined, '/sessions/{}/close']);
  expect(request.parameters).toEqual([
    { name: 'reason', in: 'query', isDocumented: false, value: { type: 'string', length: 1, format: 'word' } },
  ]);
  expect(valuesOf(response)).toEqual({
    '': [[1, { type: 'object', length: 2 }]],
    '/refund': [[1, { type: 'object', length: 3 }]],
    '/refund/state': [[1, { type: 'string', length: 4, format: 'word' }]],
    '/refund/amount': [[1, { type: 'number', isInteger: false, decimals: 1 }]],
    '/refund/*': [[1, { type: 'array', length: 2 }]],
    '/refund/*/*': [[2, { type: 'number', isInteger: true, decimals: 0 }]],
    '/expires_in': [[1, { type: 'number', isInteger: true, decimals: 0 }]],
  });
});

test('a media type is no base64, and times are rounded', () => {
  const call = { ...unknownCall({}, '/a', [['accept', 'application/json']]), durationInMs: 1.234567 };

  const { request, durationInMs } = createJudge()(call);

  expect(request.headers).toEqual({ accept: { type: 'string', length: 16, format: 'media-type' } });
  expect(durationInMs).toBe(1.23);
});

test.each([
  ['/api/v3/sign-in/openid-connect/IBAN/startPayment', '/api/v3/sign-in/openid-connect/IBAN/startPayment'],
  ['/orders/42/usr_7f/AbCdEfGhIjKlMnOpQrSt/kqzvbnmwrtplxcdf/b@c.example/%D8%B9', '/orders/{}/{}/{}/{}/{}/{}'],
])('of a path that the document does not have, known words are kept: %s', (target, path) => {
  expect(createJudge()(unknownCall({}, target)).path).toBe(path);
});

test('unknown values are kept if that is asked for, unless name or form look sensitive', () => {
  const answer = {
    state: 'OPEN',
    amount: 12.5,
    note: 'Call Ms Example',
    refundToken: 'abc',
    key: 'a8Xk29dkQ71mzPw03hbvR',
    contact: 'a@shop.example',
  };

  const { response } = createJudge({ keepsUnknownValues: true })(unknownCall(answer));

  expect(valuesOf(response)).toMatchObject({
    '/state': [[1, 'OPEN']],
    '/amount': [[1, 12.5]],
    '/note': [[1, { format: 'text' }]],
    '/refundToken': [[1, { length: 3 }]],
    '/key': [[1, { length: 21 }]],
    '/contact': [[1, { format: 'email' }]],
  });
});

test('a token has the same label wherever it is, its kind once that is known, and another label in another run', () => {
  const judge = createJudge();
  const got = judge(unknownCall({ access_token: exampleTokens.organization, expires_in: 600 }, '/login', []));
  const first = judge(callOf('addAddress', { status: 400, answer: {} }));
  judge(callOf('registerCustomer'));
  const second = judge(callOf('addAddress'));
  const ofOtherRun = createJudge()(callOf('addAddress'));

  expect(got.gotToken).toEqual({ label: second.sentToken?.label, expiresInSeconds: 600 });
  expect([first.sentToken?.label, first.sentToken?.kind]).toEqual([second.sentToken?.label, undefined]);
  expect(second.sentToken?.kind).toBe('organization');
  expect(ofOtherRun.sentToken?.label).not.toBe(second.sentToken?.label);
});

test('where a token came from is kept with each call that sends it', () => {
  const judge = createJudge();
  judge(
    unknownCall(
      { data: { accessToken: exampleTokens.clientAdmin, expiresIn: 600, refresh: 'x' } },
      '/api/v3/sign-in',
      [],
    ),
  );

  const { sentToken } = judge(callOf('createContract'));

  expect(sentToken).toMatchObject({
    kind: 'clientAdmin',
    origin: {
      method: 'POST',
      path: '/api/v3/sign-in',
      pointer: '/data/accessToken',
      lifetimePointer: '/data/expiresIn',
    },
  });
});

test('attempts of one event have the same label, and its signature is kept as its form', () => {
  const judge = createJudge();
  const [first, second, other] = [eventOf(), eventOf(), eventOf({ status: 'PAID' })].map(judge);

  expect(second?.eventLabel).toBe(first?.eventLabel);
  expect(other?.eventLabel).not.toBe(first?.eventLabel);
  expect(first).toMatchObject({ operation: 'contractEvent', path: 'contractEvent', status: 200 });
  expect(first?.request.headers['service-signature']).toEqual({ type: 'string', length: 71, format: 'sha256=hex' });
});

describe('whatever comes, what is kept is bounded', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const withMembers = (member: unknown): object =>
    Object.fromEntries([...'abcdefghijklmnopqrst'].map((name) => [name, member]));
  test.each<[title: string, answer: string]>([
    [
      '5,000 fields',
      JSON.stringify(
        Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field_${index.toString(36)}`, 'x'.repeat(30)])),
      ),
    ],
    ['an array without end', JSON.stringify(Array.from({ length: 25_000 }, (_, index) => index % 1000))],
    [
      'other values in every element',
      JSON.stringify(Array.from({ length: 8000 }, (_, index) => ({ id: `i${index}`, amount: index }))),
    ],
    ['a nesting that would overflow the stack', deep],
    [
      'long names around many fields',
      JSON.stringify(
        Array.from({ length: 25 }, () => 'a_long_name_of_forty_characters_in_total').reduceRight<object>(
          (inner, name) => ({ [name]: inner }),
          withMembers(withMembers(1)),
        ),
      ),
    ],
    [
      'keys that are no names',
      JSON.stringify(
        Object.fromEntries(Array.from({ length: 9000 }, (_, index) => [`__proto__${index}`.repeat(5), {}])),
      ),
    ],
  ])('%s', (_title, answer) => {
    const { response } = createJudge()(unknownCall(answer));

    expect(response?.body).toBe('json');
    expect(response?.omittedFields ?? 0).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(response).length).toBeLessThan(60_000);
  });

  const fields = Array.from({ length: 1000 }, (_, index) => [`field_${index}`, index]);
  const roles = [...'abcdefghijklmnopqrstuvwxyz'].flatMap((first, _, all) => all.map((last) => `${first}${last}`));
  test.each([
    ['long ones', [{ role: '[x='.repeat(50_000), ...Object.fromEntries(fields) }]],
    ['many', roles.map((role) => ({ role }))],
  ])('names of alternatives that the document does not have: %s', (_title, parties) => {
    const kept = createJudge()(callOf('addParties', { body: { mileStonesParties: { m: parties } }, status: 201 }));

    expect(JSON.stringify(kept).length).toBeLessThan(100_000);
  });

  test('20,000 values are looked at, and those that are left out are counted', () => {
    const { response } = createJudge()(unknownCall(JSON.stringify(Array.from({ length: 25_000 }, () => 1))));

    const kept = (response?.fields ?? []).reduce((sum, { count }) => sum + count, 0);
    expect(kept).toBe(20_000);
    expect(response?.omittedFields).toBe(5001);
  });

  test('a compressed body that would become a large one is cut', () => {
    const call = unknownCall('');
    const bytes = gzipSync(Buffer.alloc(2_000_000, '[1,'));

    const { response } = createJudge()({
      ...call,
      response: { status: 200, headers: [['content-encoding', 'gzip']], body: { bytes, isComplete: true } },
    });

    expect(response).toMatchObject({ body: 'cut', fields: [] });
  });

  test('odd bytes are no JSON, and never throw', () => {
    const body = { ...bodyOf(''), bytes: Uint8Array.from([0xff, 0, 0x7b, 0xc3, 0x28]) };

    const kept = createJudge()({
      ...callOf('addAddress'),
      method: 'G\u0000T',
      target: '%E0%A4%A/%',
      requestBody: body,
      failure: 'no\nway',
    });

    expect(kept).toMatchObject({ method: 'OTHER', failure: 'OTHER', request: { body: 'other', fields: [] } });
  });
});
