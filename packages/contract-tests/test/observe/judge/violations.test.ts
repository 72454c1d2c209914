import { exampleBodyOf, exampleTokens, getOperation, type OperationId } from '@escrow-kit/spec';
import { describe, expect, test } from 'vitest';
import { createJudge } from '../../../src/observe/judge/create-judge.ts';
import type { KeptExchange, KeptViolation } from '../../../src/observe/kept-exchange.ts';
import type { RawExchange } from '../../../src/observe/raw-exchange.ts';
import { callOf, type Differences, eventOf, webhookSecret } from '../support/exchange-of.ts';

const { organization, clientAdmin, apiKey } = exampleTokens;

/** Judges the last exchange, after the others. The credentials of the document are known. */
function judgeLast(...exchanges: RawExchange[]): KeptExchange {
  const credentials = { organizationToken: organization, clientAdminToken: clientAdmin, apiKey };
  const judge = createJudge({ credentials, webhookSecret });
  const [last] = exchanges.map(judge).reverse();
  return last ?? expect.unreachable();
}

/** A violation in short, without its rule, which the title of its test begins with. */
const toText = ({ at, pointer, keyword, basis, message }: KeptViolation): string =>
  `${pointer ?? at} ${keyword ?? message}${basis === 'stated' ? '' : `, ${basis}`}`;

const expectOne = (found: KeptViolation[], part: KeptViolation['part'], title: string, text: string): void => {
  expect(found.map(toText)).toEqual([text]);
  expect(found).toMatchObject([{ part, rule: title.split(' ')[0] }]);
};

const answerOf = (id: OperationId, status = 200) => {
  const [media] = Object.values(getOperation(id).responses[status]?.content ?? {});
  return structuredClone(exampleBodyOf({ body: media })) as never;
};
const bodyOf = (id: OperationId) => structuredClone(exampleBodyOf(getOperation(id))) as never;

const milestones = () => (answerOf('addMilestones') as { data: { milestones: Record<string, unknown>[] } }).data;
const milestoneAnswer = (values: object) => ({
  data: { ...milestones(), milestones: milestones().milestones.map((one) => ({ ...one, ...values })) },
});
const milestoneBody = (values: object) => ({
  milestones: (bodyOf('addMilestones') as { milestones: object[] }).milestones.map((one) => ({ ...one, ...values })),
});
const partiesBody = (role: string, values: object) => {
  const [[id, parties] = []] = Object.entries(
    (bodyOf('addParties') as { mileStonesParties: Record<string, { role: string }[]> }).mileStonesParties,
  );
  return {
    mileStonesParties: { [`${id}`]: parties?.map((party) => (party.role === role ? { ...party, ...values } : party)) },
  };
};
const checkout = (path: string) => ({ data: `https://checkout.example${path}` });

const withoutPhone = { email: 'a@shop.example', name: 'A B' };
const asShown = {
  success: false,
  error: { code: 'VALIDATION_ERROR', message: 'No.', details: { field: 'phone' } },
};

describe('an answer that differs in one thing has one violation', () => {
  test.each<[title: string, id: OperationId, differences: Differences, violation: string]>([
    [
      'UAPI-1 another status',
      'linkUser',
      { status: 201, answer: answerOf('linkUser') },
      'status is 201 instead of 200',
    ],
    [
      'CONTRACT-2 another type',
      'createContract',
      { answer: { data: { ...(answerOf('createContract') as { data: object }).data, id: 7 } } },
      '/data/id type',
    ],
    [
      'CONTRACT-2 another name',
      'createContract',
      { answer: { data: { id: 'a', type: 'COMPLEX_CONTRACT', role: 'BROKER', status: 'CREATED' } } },
      '/data/senderRole required',
    ],
    [
      'MILESTONE-2 another value',
      'addMilestones',
      { answer: milestoneAnswer({ status: 'DRAFT' }) },
      '/data/milestones/*/status enum',
    ],
    [
      'MILESTONE-2 another unit',
      'addMilestones',
      { answer: milestoneAnswer({ itemPrice: 100_000, fee: 4000 }) },
      '/data/milestones/*/itemPrice is not the amount sent',
    ],
    [
      'MILESTONE-2 another fee',
      'addMilestones',
      { answer: milestoneAnswer({ fee: 45 }) },
      '/data/milestones/*/fee is not feePercentage of itemPrice, implied',
    ],
    ['UAPI-2 no body', 'getUser', { answer: '' }, 'body is empty instead of JSON'],
    ['ID-2 a body that is not JSON', 'validateOtp', { answer: 'valid', answerType: 'text/plain' }, 'body is not JSON'],
    [
      'TICKET-1 another media type',
      'requestTicket',
      { answer: answerOf('requestTicket'), answerType: 'text/plain' },
      'header content-type is no media type of JSON, implied',
    ],
    ['PAY-1 no URL', 'startPayment', { answer: { data: 'aB3xK9' } }, '/data is no URL'],
    [
      'PAY-2 no client',
      'startPayment',
      { answer: checkout('/external/a?payment_methods=CARD') },
      '/data has no client_id in its query',
    ],
    [
      'AUTH-5 another client',
      'startPayment',
      { answer: checkout('/external/a?payment_methods=CARD&client_id=b') },
      '/data names another client_id than the path',
    ],
    [
      'PAY-2 no methods',
      'startPayment',
      { answer: checkout('/external/a?client_id=sandbox-client') },
      '/data has no payment_methods in its query',
    ],
    [
      'PAY-3 no shortId',
      'startPayment',
      { answer: checkout('/a?client_id=sandbox-client&payment_methods=CARD') },
      '/data has no shortId after /external/',
    ],
    [
      'TICKET-4 another status of a known refusal',
      'requestTicket',
      { status: 403, answer: { error: 'invalid_grant' } },
      'status is 403 instead of 400',
    ],
    [
      'AUTH-4 another refusal of the organization token',
      'addParties',
      { token: organization, status: 401 },
      'status is 401 instead of 403',
    ],
    [
      'UAPI-4 another status of invalid input',
      'linkUser',
      { body: withoutPhone, status: 422, answer: asShown },
      'status is 422 instead of 400',
    ],
    [
      'UAPI-4 another status and body of invalid input',
      'linkUser',
      { body: withoutPhone, status: 422, answer: {} },
      'status and body are not as documented, 422 instead of 400',
    ],
    [
      'UAPI-4 another body of invalid input',
      'linkUser',
      { body: withoutPhone, status: 400, answer: { ...asShown, error: { ...asShown.error, details: undefined } } },
      '/error/details required',
    ],
  ])('%s', (title, id, differences, violation) => {
    expect(judgeLast(callOf(id)).violations).toEqual([]);

    expectOne(judgeLast(callOf(id, differences)).violations, 'response', title, violation);
  });
});

describe('a request that has to be refused, and is served, has one violation', () => {
  test.each<[title: string, id: OperationId, differences: Differences, violation: string]>([
    [
      'PARTY-4 parties that do not balance',
      'addParties',
      { body: partiesBody('CUSTOMER', { amount: 999 }) },
      '/mileStonesParties the CUSTOMER amounts are not what the BROKER and PROVIDER amounts add up to',
    ],
    [
      'PARTY-3 isSender of a provider',
      'addParties',
      { body: partiesBody('PROVIDER', { isSender: false }) },
      '/mileStonesParties/*/*[role=PROVIDER]/isSender not',
    ],
    [
      'PARTY-1a a broker who is no arbitrator',
      'addParties',
      { body: partiesBody('BROKER', { arbitrator: false }) },
      '/mileStonesParties/*/*[role=BROKER]/arbitrator enum, implied',
    ],
    [
      'MILESTONE-3 a forbidden field',
      'addMilestones',
      { body: milestoneBody({ isDeliverable: true }) },
      '/milestones/*/isDeliverable not',
    ],
    ['ADDR-1 a missing field', 'addAddress', { body: { addressLabel: 'HOME' } }, '/countryCode required'],
    [
      'BANK-2 another iban',
      'addBankAccount',
      { body: { ...(bodyOf('addBankAccount') as object), iban: 'SA1' } },
      '/iban pattern',
    ],
    [
      'UAPI-3 an optional field of another type, which may be ignored',
      'updateUser',
      { body: { name: 5 } },
      '/name type, assumed',
    ],
    ['PAY-1a a missing parameter', 'startPayment', {}, 'query redirectUrl required, assumed'],
    ['ERR-1d malformed JSON', 'addAddress', { body: '{"addressLabel":' }, 'body is malformed, assumed'],
    [
      'TICKET-1b a field that is repeated',
      'requestTicket',
      { body: `${new URLSearchParams(bodyOf('requestTicket'))}&scope=payment:b` },
      '/scope type, implied',
    ],
    ['AUTH-1b no token', 'createContract', { token: undefined }, 'header authorization has no bearer token, implied'],
    [
      'AUTH-4 the organization token',
      'createContract',
      { token: organization },
      'header authorization is the organization token',
    ],
  ])('%s', (title, id, differences, violation) => {
    const sent = callOf(id, differences);
    const served = title.startsWith('PAY-1a')
      ? { ...sent, target: sent.target.replace('redirectUrl', 'redirect') }
      : sent;

    const { violations, refusedFor } = judgeLast(served);

    expectOne(violations, 'request', title, violation);
    expect(refusedFor).toEqual([]);
  });

  test('PARTY-3 if it is refused, nothing contradicts, and the reason is kept', () => {
    const { violations, refusedFor } = judgeLast(
      callOf('addParties', { body: partiesBody('PROVIDER', { isSender: false }), status: 422, answer: 'No.' }),
    );

    expect([violations, refusedFor.map(({ rule, pointer }) => [rule, pointer])]).toEqual([
      [],
      [['PARTY-3', '/mileStonesParties/*/*[role=PROVIDER]/isSender']],
    ]);
  });
});

describe('an event that differs in one thing has one violation', () => {
  const event = { contractId: 'milestone-1', status: 'PAID', referenceId: 'reference-1' };
  test.each<[title: string, event: RawExchange, violation: string]>([
    ['HOOK-2 no signature', eventOf(event, () => []), 'header service-signature required'],
    [
      'HOOK-2 a signature in another header',
      eventOf(event, (hmac) => [['X-Signature', `sha256=${hmac.toString('hex')}`]]),
      'header service-signature required',
    ],
    [
      'HOOK-2 a signature of another form',
      eventOf(event, (hmac) => [['Service-Signature', hmac.toString('base64')]]),
      'header service-signature pattern',
    ],
    [
      'HOOK-2 a signature of another body',
      eventOf(event, () => [['Service-Signature', `sha256=${'0'.repeat(64)}`]]),
      'header service-signature is not the signature of the body',
    ],
    ['HOOK-1 no reference', eventOf({ ...event, referenceId: undefined }), '/referenceId required'],
  ])('%s', (title, sent, violation) => {
    expect(judgeLast(eventOf()).violations).toEqual([]);

    expectOne(judgeLast(sent).violations, 'request', title, violation);
  });

  test('HOOK-8 an event of another status and with other fields has none', () => {
    expect(judgeLast(eventOf({ status: 'REFUNDED', amount: 5 })).violations).toEqual([]);
  });
});

describe('the answer for a record that does not exist', () => {
  const payment = (milestoneId: string, differences: Differences = {}) =>
    callOf('startPayment', { path: { milestoneId }, ...differences });
  const user = (userId: string, differences: Differences = {}) =>
    callOf('getUser', { path: { userId }, ...differences });

  test.each<[title: string, exchanges: RawExchange[], violations: string[]]>([
    ['PAY-4 is a bare 500', [payment('milestone-1'), payment('milestone-2', { status: 500, answer: '' })], []],
    [
      'PAY-4 has no body',
      [payment('milestone-1'), payment('milestone-2', { status: 500, answer: {} })],
      ['body is not empty'],
    ],
    [
      'PAY-4 is no 404',
      [payment('milestone-1'), payment('milestone-2', { status: 404, answer: {} })],
      ['status is 404 instead of 500'],
    ],
    [
      'PAY-4 may differ for a milestone that exists',
      [payment('milestone-1'), payment('milestone-1', { status: 404, answer: {} })],
      [],
    ],
    [
      'PAY-4 may differ for an id of another form',
      [payment('milestone-1'), payment('12', { status: 404, answer: {} })],
      [],
    ],
    ['UAPI-5 is a 404', [user('usr_1'), user('usr_2', { status: 410, answer: {} })], ['status is 410 instead of 404']],
    [
      'UAPI-5 has a code',
      [
        user('usr_1'),
        user('usr_2', { status: 404, answer: { success: false, error: { code: 'NONE', message: 'No.' } } }),
      ],
      ['/error/code enum'],
    ],
    ['AUTH-1 may differ for a token that has expired', [user('usr_1'), user('usr_2', { status: 401, answer: {} })], []],
  ])('%s', (_title, exchanges, violations) => {
    expect(judgeLast(...exchanges).violations.map(toText)).toEqual(violations);
  });
});
