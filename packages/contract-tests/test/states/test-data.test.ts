import { expect, test } from 'vitest';
import { setUpState } from '../../src/states/catalogue.ts';
import { createStateContext } from '../../src/states/context.ts';
import { createStateHandlers } from '../../src/states/handlers.ts';
import { createPhoneNumbers, isPhonePrefix } from '../../src/states/test-data.ts';

test('phone numbers have the prefix and twelve digits, none comes twice, and no run registers one that has to stay unknown', () => {
  const phones = createPhoneNumbers('+447700900');

  const made = Array.from({ length: 900 }, phones.next);
  const unregistered = Array.from({ length: 100 }, phones.nextUnregistered);

  expect(new Set([...made, ...unregistered]).size).toBe(1000);
  expect(made.filter((phone) => !/^\+447700900\d\d[0-8]$/.test(phone))).toEqual([]);
  expect(unregistered.filter((phone) => !/^\+447700900\d\d9$/.test(phone))).toEqual([]);
});

test('phone numbers differ between runs', () => {
  // Two runs that start at random collide once in some million times.
  expect(createPhoneNumbers('+999').next()).not.toBe(createPhoneNumbers('+999').next());
});

test('a phone number that a request registers is never one that must stay unregistered', async () => {
  const handlers = createStateHandlers(createStateContext({ hosts: {}, credentials: {} }));
  const setUps = Array.from({ length: 20 }, () => setUpState(handlers, 'a phone number that nobody has', {}));

  const phones = (await Promise.all(setUps)).map(({ phoneNumber }) => phoneNumber);

  expect(phones).not.toContainEqual(expect.stringMatching(/9$/));
});

test.for([
  ['+966500000', true],
  ['+9665000000', false],
  ['966', false],
  ['+0', false],
  ['+', false],
] as const)('phone numbers of the prefix %s can be made: %s', ([prefix, expected]) => {
  expect(isPhonePrefix(prefix)).toBe(expected);
});
