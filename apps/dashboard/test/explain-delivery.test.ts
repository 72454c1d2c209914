import { attemptsInSeconds } from '@escrow-kit/spec';
import { describe, expect, test } from 'vitest';
import {
  type DeliveryConditions,
  deliveryText,
  explainConditions,
  explainDelivery,
} from '../src/deliveries/explain-delivery.ts';

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
const allAttempts = attemptsInSeconds.length;
const clock = { now, isFrozen: true, offsetInMs: 0 };
const error = 'Nothing listens on 127.0.0.1:4988. Start the receiver there or correct the webhook address.';
const refused = attempt({ answerStatus: null, failure: 'connectionRefused', error });
const failed = { state: 'failed', attempts: allAttempts, attemptsLeft: 0 } as const;
const later = { dueAt: now + 9001 };

function delivery(changes: Partial<Delivery>): Delivery {
  const known = { id: 'delivery_1', attempts: 0, attemptsLeft: allAttempts, dueAt: now, attemptLog: [] };
  return { ...known, state: 'pending', ...changes } as Delivery;
}

function attempt(changes: Partial<Attempt>): Attempt {
  const known = { number: 1, endedAt: now, url: 'http://127.0.0.1:3000/events', answerStatus: 500 };
  return { ...known, failure: 'answered', error: null, ...changes } as Attempt;
}

describe('a delivery', () => {
  const dueNow = ['It is due now', 'drain'];
  const isWaiting = ['Next attempt in 9 s', 'advance'];
  const heldBack = ['It is held back on purpose', 'showFaults'];
  const mayFail = ['Webhooks are made to fail: drop', 'showFaults'];

  test.each<[string, Partial<Delivery>, Partial<DeliveryConditions>, unknown[]]>([
    ['has nowhere to go', {}, { webhookUrl: null }, [['No webhook URL set', 'setAddress']]],
    ['is due now', {}, {}, [dueNow]],
    ['waits', later, {}, [isWaiting]],
    ['waits for a frozen clock', later, { clock }, [['The clock is frozen before the next attempt', 'advance']]],
    ['is held back', later, { faults: [{ ...fault, kind: 'reorder', held: ['delivery_1'] }] }, [heldBack]],
    ['may have a fault injected', {}, { faults: [fault] }, [dueNow, mayFail]],
    ['has no fault injected that is used up', {}, { faults: [{ ...fault, timesLeft: 0 }] }, [dueNow]],
    ['has no attempt left', failed, {}, [[`All ${allAttempts} attempts failed`, undefined]]],
    ['got no answer', { ...later, attemptLog: [refused] }, {}, [isWaiting, ['Attempt 1 got no answer', 'setAddress']]],
    ['arrived', { state: 'delivered', attemptLog: [attempt({ failure: null })] }, {}, [['It arrived', undefined]]],
  ])('%s', (_, changes, others, expected) => {
    const reasons = explainDelivery(delivery(changes), { ...conditions, ...others });

    expect(reasons.map(({ title, remedy }) => [title, remedy])).toEqual(expected);
  });

  test.each<[number, Attempt['failure'], string | null, string, string | undefined]>([
    [401, 'answered', null, 'compare its webhook secret', 'setAddress'],
    [404, 'answered', null, 'takes no webhooks at this URL', 'setAddress'],
    [422, 'answered', null, 'its answer may say why', undefined],
    [500, 'answered', null, 'its own log says why', undefined],
    [302, 'redirected', 'Redirects are not followed.', 'Redirects are not followed.', 'setAddress'],
    [503, 'faultAnswered', 'Not sent.', 'Not sent.', 'showFaults'],
  ])('that was answered with %i (%s) says what helps', (answerStatus, failure, message, text, remedy) => {
    const attemptLog = [attempt({ answerStatus, failure, error: message })];
    const [, reason] = explainDelivery(delivery({ ...later, attemptLog }), conditions);

    expect(reason?.text).toContain(text);
    expect(reason?.remedy).toBe(remedy);
  });

  test('says by how much to advance the clock', () => {
    const [reason] = explainDelivery(delivery(later), { ...conditions, clock });

    expect(reason?.seconds).toBe(10);
  });

  test.each<[string, Partial<Delivery>]>([
    ['Nothing listens on 127.0.0.1:4988 · next attempt in 9 s', { attempts: allAttempts - 1 }],
    [`All ${allAttempts} attempts failed · Nothing listens on 127.0.0.1:4988`, failed],
    ['The receiver answered 500 · next attempt in 9 s', { attemptLog: [attempt({})] }],
  ])('says in a line what went wrong and what comes next: %s', (line, changes) => {
    expect(deliveryText(delivery({ ...later, attemptLog: [refused], ...changes }), conditions)).toBe(line);
  });
});

test.each<[Partial<DeliveryConditions>, string[]]>([
  [{}, []],
  [
    { webhookUrl: null, clock, faults: [fault] },
    ['No webhook URL set', 'Webhooks are made to fail: drop', 'The clock is frozen'],
  ],
])('what holds back all deliveries is reported once: %#', (changes, titles) => {
  expect(explainConditions({ ...conditions, ...changes }).map(({ title }) => title)).toEqual(titles);
});
