import { expect, test } from 'vitest';
import { createPhoneNumbers } from '../../src/states/test-data.ts';

test('phone numbers have the prefix and twelve digits, none comes twice, and no run registers one that has to stay unknown', () => {
  const phones = createPhoneNumbers('+447700900');

  const made = Array.from({ length: 900 }, phones.next);
  const unregistered = Array.from({ length: 100 }, phones.nextUnregistered);

  expect(new Set([...made, ...unregistered]).size).toBe(1000);
  expect(made.filter((phone) => !/^\+447700900\d\d[0-8]$/.test(phone))).toEqual([]);
  expect(unregistered.filter((phone) => !/^\+447700900\d\d9$/.test(phone))).toEqual([]);
});
