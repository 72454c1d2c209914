import type { RawExchange } from '../../../src/observe/raw-exchange.ts';
import { bodyOf } from '../support/exchange-of.ts';
import {
  answers,
  attempts,
  bodies,
  type Deviate,
  digestOf,
  drop,
  events,
  headers,
  idOf,
  isSuccess,
  later,
  ofRole,
  ofStatus,
  partiesOf,
  put,
  rename,
  requests,
  served,
  signature,
  status,
} from './deviate.ts';

export interface Deviation {
  /** The one finding that it makes, as `part | subject | operation | place`; a place is a field, a status or a name. */
  finds: string;
  /** How many findings follow from it, such as of the order of events if one of them has another name. Default: 0. */
  follow?: number;
  /** Whether the exchanges stay wrong under the overlay, because only a person can complete it. Default: false. */
  staysOpen?: boolean;
  deviate: Deviate;
}

/** Calls that the document does not have. */
const added: RawExchange[] = [1, 2, 3].map((second) => ({
  kind: 'call',
  startedAt: Date.UTC(2030, 0, 1, 0, 0, second),
  durationInMs: 1,
  host: 'contract',
  method: 'GET',
  target: `/api/external/contracts/c-${second}0000001`,
  requestHeaders: [['authorization', 'Bearer adm_sandbox']],
  requestBody: bodyOf(''),
  response: {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: bodyOf({ data: { id: 'x', isPaid: true } }),
  },
}));

/** Single deviations, by what they change. */
export const deviations: Readonly<Record<string, Deviation>> = {
  'the status of a success that is not shown': {
    finds: 'shown now | status | addParties | 201',
    deviate: status('addParties', isSuccess, 201),
  },
  'the status of a success that is shown': {
    finds: 'contradicts | status | getUser | 203',
    deviate: status('getUser', isSuccess, 203),
  },
  'the status of a refusal that is not shown': {
    finds: 'shown now | refusal | addMilestones | 422',
    deviate: status('addMilestones', (own) => own === 401, 422),
  },
  'the status for the organization token': {
    finds: 'shown now | refusal | createContract | 409',
    deviate: status('createContract', (own) => own === 403, 409),
  },
  'the type of an id': {
    finds: 'contradicts | type | registerCustomer | /serviceUserId',
    deviate: bodies('registerCustomer', put('/serviceUserId', String)),
  },
  'the type of a fee': {
    finds: 'contradicts | type | addMilestones | /data/milestones/*/fee',
    deviate: bodies(
      'addMilestones',
      put('/data/milestones/*/fee', (fee: number) => `${fee}.00`),
    ),
  },
  'the type of a truth value': {
    finds: 'contradicts | type | validateOtp | /data/valid',
    deviate: bodies('validateOtp', put('/data/valid', 'yes')),
  },
  'the name of an id': {
    finds: 'contradicts | name | createContract | /data/id',
    deviate: bodies('createContract', rename('/data/id', 'contractId')),
  },
  'the case of a name': {
    finds: 'contradicts | name | linkUser | /data/user_id',
    deviate: bodies('linkUser', rename('/data/user_id', 'userId')),
  },
  'the name of a lifetime': {
    finds: 'contradicts | name | requestTicket | /expiresIn',
    deviate: bodies('requestTicket', rename('/expiresIn', 'expires')),
  },
  'the name of an amount': {
    finds: 'contradicts | name | addMilestones | /data/milestones/*/itemPrice',
    deviate: bodies('addMilestones', rename('/data/milestones/*/itemPrice', 'price')),
  },
  'a field that is missing': {
    finds: 'contradicts | required | linkUser | /data/verification_required',
    deviate: bodies('linkUser', drop('/data/verification_required')),
  },
  'a field of the meta data that is missing': {
    finds: 'contradicts | required | getUser | /meta/timestamp',
    deviate: bodies('getUser', drop('/meta/timestamp')),
  },
  'the unit of amounts': {
    finds: 'contradicts | unit | addMilestones | /milestones/*/itemPrice',
    staysOpen: true,
    deviate: bodies('addMilestones', (body) => {
      for (const one of body.data.milestones) {
        one.itemPrice *= 100;
        one.fee *= 100;
      }
    }),
  },
  'a fee that is not the fraction': {
    finds: 'shown now | field | addMilestones | /data/milestones/*/fee',
    deviate: bodies(
      'addMilestones',
      put('/data/milestones/*/fee', (fee: number) => fee + 10),
    ),
  },
  'an extra field': {
    finds: 'not in the document | field | getUser | /data/tier',
    deviate: bodies('getUser', put('/data/tier', 'gold')),
  },
  'an extra field of a record that is not shown in full': {
    finds: 'shown now | field | createContract | /data/reference',
    deviate: bodies('createContract', put('/data/reference', 'r')),
  },
  'an extra object': {
    finds: 'not in the document | field | linkUser | /meta/region',
    deviate: bodies('linkUser', put('/meta/region', { name: 'x', zones: [1] })),
  },
  'another value of known ones': {
    finds: 'shown now | enumeration | linkUser | /data/status',
    deviate: bodies('linkUser', put('/data/status', 'invited')),
  },
  'another value of a role': {
    finds: 'shown now | enumeration | createContract | /data/senderRole',
    deviate: bodies('createContract', put('/data/senderRole', 'AGENT')),
  },
  'another value of an enumeration': {
    finds: 'contradicts | enumeration | createContract | /data/status',
    deviate: bodies('createContract', put('/data/status', 'DRAFT')),
  },
  'another state of a milestone': {
    finds: 'contradicts | enumeration | addMilestones | /data/milestones/*/status',
    deviate: bodies('addMilestones', put('/data/milestones/*/status', 'NEW')),
  },
  'the form of a time': {
    finds: 'shown now | format | getUser | /meta/timestamp',
    deviate: bodies('getUser', put('/meta/timestamp', '1893456000')),
  },
  'an extra header': {
    finds: 'not in the document | header | getUser | x-region',
    deviate: headers('getUser', (own) => [...own, ['X-Region', 'riyadh']]),
  },
  'another header of the rate limit': {
    finds: 'shown now | rate limit | getUser | x-quota-remaining',
    deviate: headers('getUser', (own) =>
      own.map(([name, value]) => [/^ratelimit-remaining$/i.test(name) ? 'X-Quota-Remaining' : name, value]),
    ),
  },
  'a success without a body': {
    finds: 'shown now | field | addBankAccount | no body',
    deviate: answers('addBankAccount', (answer) => (isSuccess(answer.status) ? { body: bodyOf('') } : {})),
  },
  'a success as text': {
    finds: 'shown now | field | addParties | text/plain',
    deviate: answers('addParties', (answer) =>
      isSuccess(answer.status) ? { body: bodyOf('done'), headers: [['content-type', 'text/plain']] } : {},
    ),
  },
  'a field of a refusal': {
    finds: 'shown now | field | addAddress | /trace',
    deviate: bodies('addAddress', put('/trace', 'x1'), (own) => own === 400),
  },
  'a refusal without a body': {
    finds: 'shown now | refusal | addAddress | no body',
    deviate: answers('addAddress', (answer) => (answer.status === 400 ? { body: bodyOf('') } : {})),
  },
  'an extra field of an event': {
    finds: 'not in the document | field | contractEvent | /amount',
    deviate: events(put('/amount', 5), ofStatus('PAID')),
  },
  'the payload of an event that is not shown': {
    finds: 'shown now | field | contractEvent | /payoutId',
    deviate: events(put('/payoutId', 'p'), ofStatus('COMPLETED')),
  },
  'a field of an event that is missing': {
    finds: 'contradicts | required | contractEvent | /referenceId',
    deviate: events(drop('/referenceId'), ofStatus('PAID')),
  },
  'the type of a field of an event': {
    finds: 'contradicts | type | contractEvent | /contractId',
    deviate: events(
      put('/contractId', (id: string) => Number(id.slice(2))),
      ofStatus('PAID'),
    ),
  },
  'the status of an event': {
    finds: 'shown now | event | contractEvent | the status PAYING_OUT',
    follow: 3,
    deviate: events(put('/status', 'PAYING_OUT'), ofStatus('CASHOUT_IN_PROGRESS')),
  },
  'the order of events': {
    finds: 'shown now | event | contractEvent | PAID, COMPLETED, CASHOUT_IN_PROGRESS',
    deviate: events((body) => {
      if (body.status !== 'PAID') body.status = body.status === 'COMPLETED' ? 'CASHOUT_IN_PROGRESS' : 'COMPLETED';
    }),
  },
  'the time of a retry': {
    finds: 'contradicts | retry time | contractEvent | second',
    deviate: attempts((exchange, seconds) => [seconds >= 11 ? later(exchange, 20) : exchange]),
  },
  'one more retry': {
    finds: 'contradicts | retry time | contractEvent | 4th',
    deviate: attempts((exchange, seconds) => {
      if (seconds < 111) return [exchange];
      const refused = { ...exchange, response: { status: 503, headers: [], body: bodyOf('') } };
      return [refused, later(exchange, 600)];
    }),
  },
  'the header of the signature': {
    finds: 'contradicts | signature | contractEvent | x-hook-signature',
    deviate: signature((value) => [['x-hook-signature', value]]),
  },
  'the encoding of the signature': {
    finds: 'contradicts | signature | contractEvent | base64',
    deviate: signature((value) => [
      ['service-signature', `sha256=${Buffer.from(digestOf(value), 'hex').toString('base64')}`],
    ]),
  },
  'no signature': {
    finds: 'contradicts | signature | contractEvent | without the header',
    staysOpen: true,
    deviate: signature(() => []),
  },
  'the key of the signature': {
    finds: 'contradicts | header | contractEvent | is not the signature',
    deviate: signature((value) => [['service-signature', value.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))]]),
  },
  'an operation': {
    finds: 'not in the document | operation | GET /api/external/contracts/{} | serves',
    deviate: (exchanges) => [...exchanges, ...added],
  },
  'a request that has to be refused': {
    finds: 'contradicts | enumeration | addParties | PARTY-3',
    deviate: requests('addParties', ofRole('PROVIDER', put('/isSender', false))),
  },
  'another fixed value in requests': {
    finds: 'shown now | enumeration | createContract | senderRole',
    deviate: requests('createContract', put('/senderRole', 'PROVIDER')),
  },
  'parties that do not add up': {
    finds: 'contradicts | field | addParties | PARTY-4',
    deviate: requests(
      'addParties',
      ofRole(
        'CUSTOMER',
        put('/amount', (amount: number) => amount + 1),
      ),
    ),
  },
  'a field that may be left out': {
    finds: 'shown now | required | addMilestones | /milestones/*/returnPolicy',
    deviate: requests('addMilestones', drop('/milestones/*/returnPolicy')),
  },
  'PARTY-2 PARTY-3 a seller who is the sender': {
    finds: 'contradicts | enumeration | addParties | mileStonesParties[][role=PROVIDER].isSender is true',
    follow: 1,
    deviate: requests('addParties', (body) => {
      ofRole('PROVIDER', put('/isSender', true))(body);
      ofRole('CUSTOMER', put('/isSender', false))(body);
    }),
  },
  'PARTY-0c roles of parties with other names': {
    finds:
      'shown now | enumeration | addParties | is BUYER, not one of BROKER, CUSTOMER, PROVIDER, which differs from what is implied (PARTY-0c); it has the fields of CUSTOMER',
    // The other one.
    follow: 1,
    deviate: requests('addParties', (body) => {
      for (const party of partiesOf(body))
        party.role = { CUSTOMER: 'BUYER', PROVIDER: 'SELLER' }[party.role as string] ?? party.role;
    }),
  },
  'a header that requests need': {
    finds: 'not in the document | header | createContract | x-tenant-id',
    // How it is refused.
    follow: 2,
    deviate: (exchanges) => {
      const isServed = (exchange: RawExchange): boolean =>
        idOf(exchange) === 'createContract' && isSuccess(exchange.response?.status ?? 0);
      const refused = exchanges.filter(isServed).map((exchange) => ({
        ...later(exchange, 0.5),
        response: { status: 400, headers: [], body: bodyOf('') },
      }));
      const withHeader = served('createContract', ({ requestHeaders }) => ({
        requestHeaders: [...requestHeaders, ['X-Tenant-Id', 'canary-tenant']],
      }));
      return [...withHeader(exchanges), ...refused];
    },
  },
  'the lifetime of a ticket': {
    finds: 'shown now | token lifetime | requestTicket | 900',
    deviate: bodies('requestTicket', put('/expiresIn', 900)),
  },
  'the address of the checkout': {
    finds: 'contradicts | field | startPayment | PAY-2',
    deviate: bodies(
      'startPayment',
      put('/data', (url: string) => url.replace('client_id', 'client')),
    ),
  },
  'a query parameter': {
    finds: 'not in the document | field | startPayment | ?locale',
    deviate: served('startPayment', ({ target }) => ({ target: `${target}&locale=ar` })),
  },
  'another value of a query parameter': {
    finds: 'shown now | enumeration | startPayment | RENTAL',
    deviate: served('startPayment', ({ target }) => ({ target: target.replace('PURCHASE', 'RENTAL') })),
  },
};
