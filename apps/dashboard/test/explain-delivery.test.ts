import { attemptsInSeconds } from '@escrow-kit/spec';
import { describe, expect, test } from 'vitest';
import {
  type DeliveryConditions,
  deliveryText,
  explainConditions,
  explainDelivery,
} from '../src/deliveries/explain-delivery.ts';
import { smallest } from './support/smallest.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
type Delivery = Parameters<typeof explainDelivery>[0];
type Failure = Delivery['attemptLog'][number]['failure'];
type Fault = DeliveryConditions['faults'][number];

const conditions: DeliveryConditions = {
  webhookUrl: 'http://127.0.0.1:3000/events',
  clock: { now, isFrozen: false, offsetInMs: 0 },
  now,
  faults: [],
};
const fault: Fault = smallest('Fault', { id: 'fault_1', target: 'webhook', kind: 'drop', probability: 1 });
const allAttempts = attemptsInSeconds.length;
const frozen = { now, isFrozen: true, offsetInMs: 0 };

function delivery(changes: Partial<Delivery> = {}): Delivery {
  const known = { id: 'delivery_1', status: 'PAID', attemptsLeft: allAttempts, dueAt: now };
  return smallest('Delivery', { ...known, state: 'pending', ...changes });
}

function attempt(changes: Partial<Delivery['attemptLog'][number]> = {}): Delivery['attemptLog'][number] {
  const known = { number: 1, startedAt: now, endedAt: now, url: 'http://127.0.0.1:3000/events', answerStatus: 500 };
  return smallest('DeliveryAttempt', { ...known, failure: 'answered', ...changes });
}

const titlesOf = (one: Delivery, changes: Partial<DeliveryConditions> = {}) =>
  explainDelivery(one, { ...conditions, ...changes }).map(({ title, remedy }) => [title, remedy]);

describe('a delivery', () => {
  test.each<[string, Delivery, Partial<DeliveryConditions>, unknown[]]>([
    ['has nowhere to go', delivery(), { webhookUrl: null }, [['No webhook address is set', 'setAddress']]],
    ['is due now', delivery(), {}, [['It is due now', 'drain']]],
    ['waits', delivery({ dueAt: now + 10_000 }), {}, [['Next attempt in 10 s', 'advance']]],
    [
      'waits for a frozen clock',
      delivery({ dueAt: now + 10_000 }),
      { clock: frozen },
      [['The clock is frozen before the next attempt', 'advance']],
    ],
    [
      'is held back by a fault',
      delivery({ dueAt: now + 10_000 }),
      { faults: [{ ...fault, kind: 'reorder', held: ['delivery_1'] }] },
      [['It is held back on purpose', 'showFaults']],
    ],
    [
      'may have a fault injected',
      delivery(),
      { faults: [fault] },
      [
        ['It is due now', 'drain'],
        ['Webhooks are made to fail: drop', 'showFaults'],
      ],
    ],
    [
      'has no fault injected that is used up',
      delivery(),
      { faults: [{ ...fault, timesLeft: 0 }] },
      [['It is due now', 'drain']],
    ],
    [
      'has no attempt left',
      delivery({
        state: 'failed',
        attempts: allAttempts,
        attemptsLeft: 0,
        attemptLog: [attempt({ number: allAttempts })],
      }),
      {},
      [
        [`All ${allAttempts} attempts failed`, undefined],
        [`Attempt ${allAttempts} was answered with 500`, undefined],
      ],
    ],
    [
      'got no answer',
      delivery({
        dueAt: now + 1000,
        attemptLog: [attempt({ answerStatus: null, failure: 'connectionRefused', error: 'Nothing listens there.' })],
      }),
      {},
      [
        ['Next attempt in 1 s', 'advance'],
        ['Attempt 1 got no answer', 'changeWebhook'],
      ],
    ],
    [
      'arrived',
      delivery({ state: 'delivered', attempts: 1, attemptLog: [attempt({ answerStatus: 200, failure: null })] }),
      {},
      [['It arrived', undefined]],
    ],
  ])('%s', (_, one, changes, expected) => {
    expect(titlesOf(one, changes)).toEqual(expected);
  });

  test('that a receiver refused as unsigned points to the secret', () => {
    const [, reason] = explainDelivery(
      delivery({ dueAt: now + 1000, attemptLog: [attempt({ answerStatus: 401 })] }),
      conditions,
    );

    expect(reason?.text).toContain('webhook secret');
  });

  test.each<[number, Failure, string | null, string, string | undefined]>([
    [404, 'answered', null, 'takes no webhooks at this address', 'changeWebhook'],
    [422, 'answered', null, 'its answer may say why', undefined],
    [500, 'answered', null, 'its own log says why', undefined],
    [302, 'redirected', 'Redirects are not followed.', 'Redirects are not followed.', 'changeWebhook'],
    [503, 'faultAnswered', 'Not sent.', 'Not sent.', 'showFaults'],
  ])('that was answered with %i (%s) says what helps', (answerStatus, failure, error, text, remedy) => {
    const [, reason] = explainDelivery(
      delivery({ dueAt: now + 1000, attemptLog: [attempt({ answerStatus, failure, error })] }),
      conditions,
    );

    expect(reason?.text).toContain(text);
    expect(reason?.remedy).toBe(remedy);
  });

  test('says by how much to advance the clock', () => {
    const [reason] = explainDelivery(delivery({ dueAt: now + 9001 }), { ...conditions, clock: frozen });

    expect(reason?.seconds).toBe(10);
  });
});

test('what holds back all deliveries is reported once', () => {
  const titles = explainConditions({ ...conditions, webhookUrl: null, clock: frozen, faults: [fault] }).map(
    ({ title }) => title,
  );

  expect(titles).toEqual(['No webhook address is set', 'Webhooks are made to fail: drop', 'The clock is frozen']);
});

test('nothing is reported if nothing holds them back', () => {
  expect(explainConditions(conditions)).toEqual([]);
});

test('a line says what went wrong at the last attempt and when the next one is', () => {
  const error = 'Nothing listens on 127.0.0.1:4988. Start the receiver there or correct the webhook address.';
  const refused = attempt({ answerStatus: null, failure: 'connectionRefused', error });
  const waiting = delivery({ attempts: allAttempts - 1, dueAt: now + 88_000, attemptLog: [refused] });

  expect(deliveryText(waiting, conditions)).toBe('Nothing listens on 127.0.0.1:4988 · next attempt in 88 s');
  expect(deliveryText({ ...waiting, state: 'failed', attempts: allAttempts }, conditions)).toBe(
    `All ${allAttempts} attempts failed · Nothing listens on 127.0.0.1:4988`,
  );
});
