import { expect, test } from 'vitest';
import { causeText, isFault } from '../src/deliveries/failure-text.ts';
import { smallest } from './support/smallest.ts';

type Attempt = Parameters<typeof causeText>[0];

const attempt = smallest('DeliveryAttempt', { url: 'http://receiver.test:3000/events?key=1' });

test.each<[Partial<Attempt>, string]>([
  [{ failure: null, answerStatus: 200 }, ''],
  [{ failure: 'answered', answerStatus: 500 }, 'The receiver answered 500'],
  [{ failure: 'redirected', answerStatus: 302 }, 'The receiver redirected with 302'],
  [{ failure: 'connectionRefused' }, 'Nothing listens on receiver.test:3000'],
  [{ failure: 'unknownHost' }, 'No machine has the name in receiver.test:3000'],
  [{ failure: 'faultAnswered', answerStatus: 503 }, 'A fault answered 503'],
  [{ failure: 'connectionRefused', url: '[redacted]' }, 'Nothing listens on [redacted]'],
])('what went wrong at an attempt fits in a line: %o', (changes, text) => {
  expect(causeText({ ...attempt, ...changes })).toBe(text);
});

test.each<[Attempt['failure'], boolean]>([
  ['faultDropped', true],
  ['faultBroke', true],
  ['faultAnswered', true],
  ['faultHeldBack', true],
  ['answered', false],
  ['otherError', false],
  [null, false],
])('whether a fault caused %s is known: %s', (failure, expected) => {
  expect(isFault(failure)).toBe(expected);
});
