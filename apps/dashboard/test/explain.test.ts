import { attemptsInSeconds } from '@escrow-kit/spec';
import { describe, expect, test } from 'vitest';
import { moneyFlows, remainderOf } from '../src/contracts/money-flows.ts';
import {
  type DeliveryConditions,
  deliveryText,
  explainConditions,
  explainDelivery,
} from '../src/deliveries/explain-delivery.ts';
import { type Operation, toCurl } from '../src/requests/curl.ts';

describe('a delivery', () => {
  type Delivery = Parameters<typeof explainDelivery>[0];
  type Attempt = Delivery['attemptLog'][number];

  const now = Date.parse('2026-01-01T00:00:00Z');
  const conditions: DeliveryConditions = {
    webhookUrl: 'http://127.0.0.1:3000/events',
    clock: { now, isFrozen: false, offsetInMs: 0 },
    now,
    faults: [],
  };
  const fault = { target: 'webhook', kind: 'drop' } as DeliveryConditions['faults'][number];
  const all = attemptsInSeconds.length;
  const clock = { now, isFrozen: true, offsetInMs: 0 };
  const error = 'Nothing listens on 127.0.0.1:4988. Start the receiver there or correct the webhook URL.';
  const refused = attempt({ answerStatus: null, failure: 'connectionRefused', error });
  const failed = { state: 'failed', attempts: all, attemptsLeft: 0 } as const;
  const later = { dueAt: now + 9001 };

  function delivery(changes: Partial<Delivery>): Delivery {
    const known = { id: 'delivery_1', attempts: 0, attemptsLeft: all, dueAt: now, attemptLog: [] };
    return { ...known, state: 'pending', ...changes } as Delivery;
  }

  function attempt(changes: Partial<Attempt>): Attempt {
    const known = { number: 1, endedAt: now, url: 'http://127.0.0.1:3000/events', answerStatus: 500 };
    return { ...known, failure: 'answered', error: null, ...changes } as Attempt;
  }

  const dueNow = ['It is due now', 'drain'];
  const isWaiting = ['Next attempt in 9 s', 'advance'];
  const heldBack = ['A fault delays it', 'showFaults'];
  const mayFail = ['Active webhook faults: drop', 'showFaults'];

  test.each<[string, Partial<Delivery>, Partial<DeliveryConditions>, unknown[]]>([
    ['has nowhere to go', {}, { webhookUrl: null }, [['No webhook URL set', 'setAddress']]],
    ['is due now', {}, {}, [dueNow]],
    ['waits', later, {}, [isWaiting]],
    ['waits for a frozen clock', later, { clock }, [['The clock is frozen before the next attempt', 'advance']]],
    ['is held back', later, { faults: [{ ...fault, kind: 'reorder', held: ['delivery_1'] }] }, [heldBack]],
    ['may have a fault injected', {}, { faults: [fault] }, [dueNow, mayFail]],
    ['has no fault injected that is used up', {}, { faults: [{ ...fault, timesLeft: 0 }] }, [dueNow]],
    ['has no attempt left', failed, {}, [[`All ${all} attempts failed`, undefined]]],
    ['got no answer', { ...later, attemptLog: [refused] }, {}, [isWaiting, ['Attempt 1 got no answer', 'setAddress']]],
    ['arrived', { state: 'delivered', attemptLog: [attempt({ failure: null })] }, {}, [['It arrived', undefined]]],
  ])('%s', (_, changes, others, expected) => {
    const reasons = explainDelivery(delivery(changes), { ...conditions, ...others });

    expect(reasons.map(({ title, remedy }) => [title, remedy])).toEqual(expected);
  });

  test.each<[number, Attempt['failure'], string | null, string, string | undefined]>([
    [401, 'answered', null, 'Compare its webhook secret', 'setAddress'],
    [404, 'answered', null, 'no route for this URL', 'setAddress'],
    [422, 'answered', null, 'Its answer may explain why', undefined],
    [500, 'answered', null, 'Check its log', undefined],
    [302, 'redirected', 'Redirects are not followed.', 'Redirects are not followed.', 'setAddress'],
    [503, 'faultAnswered', 'Not sent.', 'Not sent.', 'showFaults'],
  ])('that was answered with %i (%s) says what helps', (answerStatus, failure, message, text, remedy) => {
    const attemptLog = [attempt({ answerStatus, failure, error: message })];
    const [, reason] = explainDelivery(delivery({ ...later, attemptLog }), conditions);

    expect(reason?.text).toContain(text);
    expect(reason?.remedy).toBe(remedy);
  });

  test.each<[string, Partial<Delivery>]>([
    ['Nothing listens on 127.0.0.1:4988 · next attempt in 9 s', { attempts: all - 1 }],
    [`All ${all} attempts failed · Nothing listens on 127.0.0.1:4988`, failed],
    ['The receiver answered 500 · next attempt in 9 s', { attemptLog: [attempt({})] }],
  ])('says in a line what went wrong and what comes next: %s', (line, changes) => {
    expect(deliveryText(delivery({ ...later, attemptLog: [refused], ...changes }), conditions)).toBe(line);
  });

  test('shares with others what holds back all of them', () => {
    const reasons = explainConditions({ ...conditions, webhookUrl: null, clock, faults: [fault] });

    const titles = ['No webhook URL set', 'Active webhook faults: drop', 'The clock is frozen'];
    expect(reasons.map(({ title }) => title)).toEqual(titles);
    expect(explainConditions(conditions)).toEqual([]);
  });
});

describe('the money of a milestone', () => {
  type Milestone = Parameters<typeof moneyFlows>[0];
  type Party = Milestone['parties'][number];
  const party = (role: Party['role'], amount: number) => ({ role, amount, phoneNumber: '+966500000001' }) as Party;

  test('has a planned remainder if price and shares differ, and none otherwise', () => {
    const milestone = {
      state: 'WAITING_FOR_PAYMENT',
      itemPrice: 100,
      payments: [],
      ledger: { balances: [], entries: [] },
    };
    const parties = [party('CUSTOMER', 90), party('PROVIDER', 80), party('BROKER', 10)];

    const [escrow] = moneyFlows({ ...milestone, parties } as unknown as Milestone).next;

    const flow = { amount: 10, state: 'planned' };
    expect(escrow?.next).toContainEqual(expect.objectContaining({ role: 'Remainder', flow }));
    expect(remainderOf({ itemPrice: 0.3, parties: [party('CUSTOMER', 0.1), party('CUSTOMER', 0.2)] })).toBe(0);
    expect(remainderOf({ itemPrice: 100, parties: [] })).toBe(0);
  });
});

describe('a request as curl', () => {
  type Logged = Parameters<typeof toCurl>[0];
  const origin = 'http://127.0.0.1:4020';
  const json = { tokenKinds: ['organization'], mediaType: 'application/json' };
  const form = { tokenKinds: [], mediaType: 'application/x-www-form-urlencoded' };

  test.each<[string, object, Partial<Operation>, string[]]>([
    [
      'has variables for tokens and field names for left-out values',
      { tokenKind: 'organization', path: { id: '7' }, ...json, body: { iban: '[redacted]', note: "it's" } },
      json,
      [
        "'http://127.0.0.1:4020/users/7/banks'",
        '-H "authorization: Bearer $ORGANIZATION_TOKEN"',
        "-H 'content-type: application/json'",
        `-d '{\n  "iban": "<iban>",\n  "note": "it'\\''s"\n}'`,
      ],
    ],
    [
      'of a form is encoded field by field',
      { path: { id: '7' }, ...form, body: { client_secret: '[redacted]', scope: 'payment:a b' } },
      form,
      [
        "'http://127.0.0.1:4020/users/7/banks'",
        "--data-urlencode 'client_secret=<client_secret>'",
        "--data-urlencode 'scope=payment:a b'",
      ],
    ],
    [
      'that was refused early has the token of the operation, and placeholders',
      { path: { id: '[redacted]' }, query: { redirectUrl: '[redacted]' } },
      json,
      [
        "'http://127.0.0.1:4020/users/<id>/banks?redirectUrl=<value>'",
        '-H "authorization: Bearer $ORGANIZATION_TOKEN"',
        "-H 'content-type: application/json'",
        "-d '<body>'",
      ],
    ],
  ])('%s', (_, request, facts, lines) => {
    const logged = { method: 'POST', path: '/users/{id}/banks', request } as Logged;

    expect(toCurl(logged, { origin, operation: facts as Operation })).toBe(`curl -X POST ${lines.join(' \\\n  ')}`);
  });
});
