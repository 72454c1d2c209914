import { expect, test } from 'vitest';
import { createValidator } from '../src/validate.ts';

const validate = createValidator('#/components/schemas/MilestoneRequest/properties/deadLine');

test.for([
  ['seconds and Z', '2030-01-01T00:00:00Z'],
  ['a fraction', '2030-12-31T23:59:59.999Z'],
  ['a fraction after a comma', '2030-12-31T23:59:59,5Z'],
  ['no seconds', '2030-01-01T00:00Z'],
  ['no minutes', '2030-01-01T00Z'],
  ['the offset +00:00', '2030-01-01T00:00:00+00:00'],
  ['the offset +00', '2030-01-01T00:00:00+00'],
  ['the end of a day', '2030-01-01T24:00:00Z'],
  ['a leap second', '2016-12-31T23:59:60Z'],
  ['a leap day', '2032-02-29T00:00:00Z'],
  ['the basic form', '20300101T000000Z'],
  ['the basic form without seconds', '20300101T0000+0000'],
  ['a week date', '2030-W01-1T00:00:00Z'],
  ['the last week of a long year', '2026-W53-7T00:00:00Z'],
  ['a week of the basic form', '2030W527T000000Z'],
  ['an ordinal date', '2030-001T00:00:00Z'],
  ['the last day of a leap year', '2032-366T00:00:00Z'],
  ['an early year', '0001-01-01T00:00:00Z'],
])('MILESTONE-1 a deadline with %s is accepted', ([, deadLine]) => {
  expect(validate(deadLine)).toEqual([]);
});

test.for([
  ['another offset', '2030-01-01T00:00:00+03:00'],
  ['an offset of minutes', '2030-01-01T00:00:00+00:30'],
  ['a negative zero offset, which ISO 8601 forbids', '2030-01-01T00:00:00-00:00'],
  ['no zone', '2030-01-01T00:00:00'],
  ['no time', '2030-01-01'],
  ['no T', '2030-01-01 00:00:00Z'],
  ['a month that does not exist', '2030-13-01T00:00:00Z'],
  ['a day that does not exist', '2030-02-29T00:00:00Z'],
  ['a day of the basic form that does not exist', '20300431T000000Z'],
  ['week 54', '2030-W54-1T00:00:00Z'],
  ['week 0', '2030-W00-1T00:00:00Z'],
  ['week 53 of a year of 52', '2030-W53-1T00:00:00Z'],
  ['day 8 of a week', '2030-W01-8T00:00:00Z'],
  ['day 0 of a week of the basic form', '2030W010T000000Z'],
  ['day 400 of a year', '2030-400T00:00:00Z'],
  ['day 0 of a year', '2030000T000000Z'],
  ['day 366 of a year of 365', '2030-366T00:00:00Z'],
  ['an hour that does not exist', '2030-01-01T25:00:00Z'],
  ['a time after 24:00', '2030-01-01T24:00:01Z'],
  ['a minute that does not exist', '2030-01-01T00:60:00Z'],
  ['a second that does not exist', '2030-01-01T00:00:61Z'],
  ['words', 'tomorrow'],
])('MILESTONE-1c a deadline with %s is refused', ([, deadLine]) => {
  expect(validate(deadLine)).toMatchObject([{ rule: 'MILESTONE-1c', basis: 'implied' }]);
});
