import { expect, test } from 'vitest';
import type { KeptExchange } from '../../../src/observe/kept-exchange.ts';
import { keepCall, keepEvent } from './kept-exchanges.ts';
import { overlayOf } from './propose.ts';

const start = Date.UTC(2030, 0, 1);
const milestones = ['m-1', 'm-2', 'm-3'];

/** What happens to a milestone, each a second after the one before: `pay` starts the payment, the others are events. */
const history = (contractId: string, ...steps: string[]): KeptExchange[] =>
  steps.map((step, index) => {
    const at = new Date(start + index * 1000).toISOString();
    if (step !== 'pay') return keepEvent({ contractId, status: step }, {}, { at, eventLabel: `${contractId} ${step}` });
    const call = keepCall('startPayment', { came: { data: 'x' } }, { at });
    const value = { type: 'string', value: contractId } as const;
    return {
      ...call,
      request: { ...call.request, parameters: [{ name: 'milestoneId', in: 'path', isDocumented: true, value }] },
    };
  });

/** The same of each milestone, one after another at each step. */
const histories = (...steps: string[]): KeptExchange[] =>
  milestones
    .flatMap((milestone) => history(milestone, ...steps))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));

/** Answers that create contracts and milestones. */
const created = (contract: string, milestone: string): KeptExchange[] =>
  milestones.flatMap(() => [
    keepCall('createContract', { came: { data: { id: 'c', status: contract } } }, otherState(contract, '/data/status')),
    keepCall(
      'addMilestones',
      { came: { data: { milestones: [{ id: 'm', status: milestone }] } } },
      otherState(milestone, '/data/milestones/*/status'),
    ),
  ]);

function otherState(status: string, pointer: string): Partial<KeptExchange> {
  const violation = { part: 'response', at: 'body', rule: 'CONTRACT-2', basis: 'stated', message: 'is none' } as const;
  return { violations: status === 'CREATED' ? [] : [{ ...violation, pointer, keyword: 'enum' }] };
}

/** The names that the overlay gives to states; undefined if it names none. */
const statesIn = (overlay: string): string[] | undefined =>
  /update:\n +x-milestone-states:\n((?: +- .*\n)+)/.exec(`${overlay}\n`)?.[1]?.match(/\w+/g) ?? undefined;

test.each<[what: string, exchanges: KeptExchange[], states: string]>([
  [
    'the payment, and a documented one after it',
    histories('pay', 'FUNDED', 'PAYING', 'COMPLETED'),
    'CREATED WAITING_FOR_PAYMENT FUNDED PAYING COMPLETED',
  ],
  [
    'a documented one between them',
    histories('FUNDED', 'CASHOUT_IN_PROGRESS', 'DONE'),
    'CREATED WAITING_FOR_PAYMENT FUNDED CASHOUT_IN_PROGRESS DONE',
  ],
  ['one between documented ones', histories('PAID', 'X', 'COMPLETED'), 'CREATED WAITING_FOR_PAYMENT PAID X COMPLETED'],
  [
    'answers, and events before the payment and after it',
    [...created('NEW', 'NEW'), ...histories('UNPAID', 'pay', 'FUNDED', 'PAYING', 'COMPLETED')],
    'NEW UNPAID FUNDED PAYING COMPLETED',
  ],
  [
    'events alone',
    histories('NEW', 'UNPAID', 'pay', 'FUNDED', 'PAYING', 'DONE'),
    'NEW UNPAID FUNDED CASHOUT_IN_PROGRESS COMPLETED',
  ],
  ['answers alone', created('NEW', 'NEW'), 'NEW WAITING_FOR_PAYMENT PAID CASHOUT_IN_PROGRESS COMPLETED'],
])('STATE-1 HOOK-5 names of states are proposed where %s give their places', (_what, exchanges, states) => {
  expect(statesIn(overlayOf(exchanges))?.join(' ')).toBe(states);
});

const [first = '', second = ''] = milestones;

test.each<[what: string, exchanges: KeptExchange[]]>([
  ['as many came as events report, but nothing else tells their places', histories('FUNDED', 'DISPUTED', 'REFUNDED')],
  ['the first of as many events comes before the payment', histories('UNPAID', 'pay', 'FUNDED', 'DONE')],
  ['fewer events than the document has came', histories('PAID', 'DONE')],
  ['more events than the document has came', histories('PAID', 'PAYING', 'COMPLETED', 'ARCHIVED')],
  [
    'one milestone had another order',
    [...histories('PAID', 'PAYING', 'COMPLETED'), ...history('m-4', 'PAYING', 'PAID')],
  ],
  ['a documented one is at another place', histories('FUNDED', 'COMPLETED', 'DONE')],
  [
    'two milestones alone had more than one',
    [
      ...[first, second].flatMap((one) => history(one, 'PAID', 'PAYING', 'COMPLETED')),
      ...['PAID', 'PAYING', 'COMPLETED'].flatMap((status) => history(`m-${status}`, status)),
    ],
  ],
  ['one of the two states before the payment is known', histories('UNPAID', 'pay', 'FUNDED', 'PAYING', 'DONE')],
  [
    'one milestone had them, with events that came again',
    [1, 2, 3, 4].flatMap(() => history(first, 'PAID', 'PAYING', 'COMPLETED')),
  ],
  [
    'they came at the same time',
    histories('PAID', 'PAYING', 'COMPLETED').map((one) => ({ ...one, at: new Date(start).toISOString() })),
  ],
  [
    'each milestone had another one',
    [
      ...milestones.flatMap((one) => history(one, 'PAID')),
      ...history(second, 'PAYING'),
      ...history('m-4', 'COMPLETED'),
    ],
  ],
  ['contracts begin otherwise than milestones', created('CREATED', 'NEW')],
  ['milestones were created twice only', created('NEW', 'NEW').slice(0, -1)],
])('STATE-1 HOOK-5 no name of a state is proposed if %s', (_what, exchanges) => {
  expect(statesIn(overlayOf(exchanges))).toBeUndefined();
});

test('HOOK-5 statuses without a place are proposed as values, and the comment says what to write', () => {
  const overlay = overlayOf(histories('UNPAID', 'pay', 'FUNDED', 'DONE'));

  expect(overlay).toMatch(/x-known-values:\n +- DONE\n +- FUNDED\n +- UNPAID\n/);
  expect(overlay).toContain('write all five into x-milestone-states, by position: created, waiting for payment, paid,');
});

test('HOOK-5 events that come again are one, and nothing is proposed of one', () => {
  expect(overlayOf([1, 2, 3, 4].flatMap(() => history(first, 'FUNDED')))).toBe('');
});
