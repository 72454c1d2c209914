import { expect, test } from 'vitest';
import { createValidator } from '../src/validate.ts';

const validate = createValidator('#/components/schemas/MilestoneRequest/properties/deadLine');

test.for([
  ['seconds and Z', '2030-01-01T00:00:00Z'],
  ['a fraction', '2030-12-31T23:59:59.999Z'],
  ['no seconds', '2030-01-01T00:00Z'],
  ['the offset +00:00', '2030-01-01T00:00:00+00:00'],
  ['the end of a day', '2030-01-01T24:00:00Z'],
  ['a leap second', '2016-12-31T23:59:60Z'],
  ['a leap day', '2032-02-29T00:00:00Z'],
  ['the basic form', '20300101T000000Z'],
  ['a week date', '2030-W01-1T00:00:00Z'],
  ['the last week of a long year', '2026-W53-7T00:00:00Z'],
  ['an ordinal date', '2030-001T00:00:00Z'],
  ['the last day of a leap year', '2032-366T00:00:00Z'],
])('MILESTONE-1 a deadline with %s is accepted', ([, deadLine]) => {
  expect(validate(deadLine)).toEqual([]);
});

test.for([
  ['an offset of minutes', '2030-01-01T00:00:00+00:30'],
  ['a negative zero offset, which ISO 8601 forbids', '2030-01-01T00:00:00-00:00'],
  ['no zone', '2030-01-01T00:00:00'],
  ['no time', '2030-01-01'],
  ['a month that does not exist', '2030-13-01T00:00:00Z'],
  ['a day that does not exist', '2030-02-29T00:00:00Z'],
  ['a day of the basic form that does not exist', '20300431T000000Z'],
  ['week 53 of a year of 52', '2030-W53-1T00:00:00Z'],
  ['day 0 of a week of the basic form', '2030W010T000000Z'],
  ['day 0 of a year', '2030000T000000Z'],
  ['day 366 of a year of 365', '2030-366T00:00:00Z'],
  ['an hour that does not exist', '2030-01-01T25:00:00Z'],
  ['a time after 24:00', '2030-01-01T24:00:01Z'],
  ['a minute that does not exist', '2030-01-01T00:60:00Z'],
  ['a second that does not exist', '2030-01-01T00:00:61Z'],
])('MILESTONE-1c a deadline with %s is refused', ([, deadLine]) => {
  expect(validate(deadLine)).toMatchObject([{ rule: 'MILESTONE-1c', basis: 'implied' }]);
});
