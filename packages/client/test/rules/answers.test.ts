import { expect, test } from 'vitest';
import { ApiError, type EscrowClient, isApiError } from '../../src/index.ts';
import { failureOf } from '../support/failure-of.ts';
import { createObservedClient } from '../support/observed-client.ts';
import { printsOf } from '../support/prints-of.ts';
import { customer, milestone } from '../support/sample-inputs.ts';

const huge = 'x'.repeat(1_000_000);
const bodies: [what: string, body: string, parsed: unknown][] = [
  ['no body', '', undefined],
  ['text', 'Bad request', 'Bad request'],
  ['a JSON object', '{"error":"rule_violation","rule":"PARTY-4"}', { error: 'rule_violation', rule: 'PARTY-4' }],
  ['null', 'null', null],
  ['truncated JSON', '{"error":{"code":"VALID', '{"error":{"code":"VALID'],
  ['a huge text', huge, huge],
];

test.each(bodies)('ERR-1 a 4xx with %s is reported with its status and body', async (_what, body, parsed) => {
  const { escrow } = createObservedClient({ '*': { status: 422, body } });

  const error = await escrow.customers.register(customer).catch((error) => error);

  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    code: 'api',
    status: 422,
    operationId: 'registerCustomer',
    host: 'identity',
    attempts: 1,
    outcome: 'rejected',
  });
  expect(error.body).toEqual(parsed);
  expect(error.message.length).toBeLessThan(500);
  // The typed client of a host returns it instead of throwing it.
  const raw = await escrow.hosts.users.GET('/webhooks');
  expect([raw.response.status, raw.data, raw.error]).toEqual([422, undefined, parsed]);
});

test('ERR-1 a refusal is recognised by operation and status', async () => {
  const { escrow } = createObservedClient({ '*': { status: 409 } });

  const error = await escrow.users.get('usr_1').catch((error) => error);

  expect(isApiError(error)).toBe(true);
  expect(isApiError(error, 'getUser')).toBe(true);
  expect(isApiError(error, 'getUser', 409)).toBe(true);
  expect(isApiError(error, 'getUser', 404)).toBe(false);
  expect(isApiError(error, 'linkUser', 409)).toBe(false);
  expect(isApiError(new Error('409'), 'getUser', 409)).toBe(false);
});

test.each([
  [200, '', undefined],
  [204, '', undefined],
  [200, { id: 3 }, { id: 3 }],
])(
  'ERR-1 a success whose body is not shown, %d %j, is %j for the typed client, and nothing for the resource',
  async (status, body, expected) => {
    const { escrow } = createObservedClient({ '*': { status, body } });

    expect(await escrow.users.update('usr_1', {})).toBeUndefined();
    const raw = await escrow.hosts.users.PUT('/users/{userId}', { params: { path: { userId: 'usr_1' } }, body: {} });
    expect([raw.response.status, raw.data]).toEqual([status, expected]);
  },
);

test('LIMIT-1 fields that the document does not know are sent unchanged', async () => {
  const { escrow, sent } = createObservedClient({ '*': { body: { serviceUserId: 1, data: { milestones: [] } } } });
  const later = { laterField: { deep: [1, null, 'x'] } };

  await escrow.contracts.addMilestones('c-1', [{ ...milestone, ...later }]);
  await escrow.customers.register({ ...customer, ...later });

  const [first, second] = sent.map(({ body }) => JSON.parse(body));
  expect(first.milestones).toMatchObject([later]);
  expect(second).toEqual({ ...customer, ...later });
});

const ticketFor = { shortId: 'aB3xK9' as never, buyerPhone: '+966500000011' };
const payment = { milestoneId: 'm-1', redirectUrl: 'https://shop.test/' };
const otp = { type: 'SERVICE_OTP', phoneNumber: '+966500000011', otp: 1234 } as const;
const wrongTypes: [what: string, call: (escrow: EscrowClient) => Promise<unknown>, bodies: string[]][] = [
  [
    'serviceUserId that is not of type integer',
    (escrow) => escrow.customers.register(customer),
    ['1e999', '1.5', '"1001"'].map((value) => `{"serviceUserId":${value}}`),
  ],
  [
    'data that is not of type string',
    (escrow) => escrow.payments.start(payment),
    ['["https://checkout.escrow.example/external/a"]', '5'].map((value) => `{"data":${value}}`),
  ],
  [
    'ticket that is not of type string',
    (escrow) => escrow.payments.requestTicket(ticketFor),
    ['12345678', '["tick-SECRET"]'].map((value) => `{"ticket":${value}}`),
  ],
  [
    'data.valid that is not of type boolean',
    (escrow) => escrow.verification.validateOtp(otp),
    ['"false"', '0', '{}'].map((value) => `{"data":{"valid":${value}}}`),
  ],
  [
    'data.milestones that is not of type array',
    (escrow) => escrow.contracts.addMilestones('c-1', [milestone]),
    ['{"0":{}}', '"x"'].map((value) => `{"data":{"milestones":${value}}}`),
  ],
];

test.each(wrongTypes)('LIMIT-1 a success with a %s is refused', async (what, call, answers) => {
  for (const body of answers) {
    const { escrow } = createObservedClient({ '*': { body } });

    const error = await failureOf(call(escrow));

    expect(error).toMatchObject({ code: 'decode', outcome: 'unknown', message: expect.stringContaining(`a ${what}`) });
    expect(printsOf(error)).not.toMatch(/SECRET|12345678/);
  }
});

test('LIMIT-1 a token in an answer is sealed, whatever its type', async () => {
  for (const [value, text] of [
    ['"w-SECRET"', 'w-SECRET'],
    ['{"a":"w-SECRET"}', '{"a":"w-SECRET"}'],
    ['["w-SECRET"]', '["w-SECRET"]'],
    ['98765432', '98765432'],
  ] as const) {
    const { escrow } = createObservedClient({ '*': { body: `{"data":{"waffy_token":${value}}}` } });

    const user = await escrow.users.get('usr_1');

    expect(printsOf(user)).not.toMatch(/SECRET|98765432/);
    expect(user.data.waffy_token?.reveal()).toBe(text);
  }
});

const nested = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`;

test.each([101, 20_000])(
  'LIMIT-1 an answer nested %d deep ends as an error of the client, 100 deep is accepted',
  async (depth) => {
    for (const status of [200, 400]) {
      const { escrow } = createObservedClient({
        '*': { status, body: `{"serviceUserId":1,"x":${nested(depth - 1)}}` },
      });

      for (const call of [escrow.customers.register(customer), escrow.hosts.users.GET('/webhooks')]) {
        expect(await failureOf(call)).toMatchObject({ code: 'decode', outcome: 'unknown', attempts: 1 });
      }
    }
    const { escrow } = createObservedClient({ '*': { body: nested(100) } });
    expect((await escrow.hosts.users.GET('/webhooks')).data).toEqual(JSON.parse(nested(100)));
  },
);

test('LIMIT-1 a request nested 101 deep is not sent', async () => {
  const { escrow, sent } = createObservedClient({ '*': { status: 400 } });
  const metadata = { deep: JSON.parse(nested(101)) };

  const error = await failureOf(escrow.users.update('usr_1', { metadata }));

  expect(error).toMatchObject({ code: 'configuration', outcome: 'not-sent' });
  expect(sent).toEqual([]);
});

test('ERR-1 the error has the id of the request if the service sent one that is text', async () => {
  const meta = { request_id: 'req-77', timestamp: '2030-01-01T00:00:00Z' };
  const { escrow } = createObservedClient({
    '*': [
      { status: 400, body: { meta } },
      { status: 400, body: { meta: { request_id: { phone: '5' } } } },
    ],
  });

  await expect(escrow.users.get('usr_1')).rejects.toMatchObject({ requestId: 'req-77' });
  await expect(escrow.users.get('usr_1')).rejects.toMatchObject({ requestId: undefined });
});
