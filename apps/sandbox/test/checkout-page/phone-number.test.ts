import { expect, test } from 'vitest';
import { toCode, toPhoneNumber } from '../../src/pages/checkout/steps.ts';

test.each([
  ['+966500000001', '+966500000001'],
  [' +966 50 000-0001 ', '+966500000001'],
  ['00966500000001', '+966500000001'],
  ['0500000001', '+966500000001'],
  ['(+966) 50.000.0001', '+966500000001'],
  ['\u202a+966 50 000 0001\u202c', '+966500000001'],
  ['+1 202 555 0100', '+12025550100'],
  ['500000001', undefined],
  ['+0500000001', undefined],
  ['+9665000000010000000', undefined],
  ['', undefined],
])('a phone number written %j is read as %s', (written, expected) => {
  expect(toPhoneNumber(written)).toBe(expected);
});

test.each([
  ['123456', 123_456],
  [' 123 456 ', 123_456],
  ['12345', undefined],
  ['1234567', undefined],
  ['12345a', undefined],
])('a code written %j is read as %s', (written, expected) => {
  expect(toCode(written)).toBe(expected);
});
