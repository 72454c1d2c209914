import { expect, test } from 'vitest';
import { createValidator, parseUtcTimestamp } from '../src/validate.ts';

const validate = createValidator('#/components/schemas/MilestoneRequest/properties/deadLine');

test.for<[what: string, deadLine: string, time: string]>([
  ['seconds and Z', '2030-01-01T00:00:00Z', '2030-01-01T00:00:00.000Z'],
  ['a fraction', '2030-12-31T23:59:59.999Z', '2030-12-31T23:59:59.999Z'],
  ['a fraction after a comma', '2030-01-01T00:00:00,57Z', '2030-01-01T00:00:00.570Z'],
  ['a fraction of a minute', '2030-01-01T00:01.5Z', '2030-01-01T00:01:30.000Z'],
  ['a fraction of an hour', '2030-01-01T01,5Z', '2030-01-01T01:30:00.000Z'],
  ['no seconds', '2030-01-01T00:00Z', '2030-01-01T00:00:00.000Z'],
  ['an hour alone', '2030-01-01T23Z', '2030-01-01T23:00:00.000Z'],
  ['the offset +00:00', '2030-01-01T00:00:00+00:00', '2030-01-01T00:00:00.000Z'],
  ['the end of a day', '2030-01-01T24:00:00Z', '2030-01-02T00:00:00.000Z'],
  ['a leap second', '2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['a leap day', '2032-02-29T00:00:00Z', '2032-02-29T00:00:00.000Z'],
  ['the basic form', '20300101T000000Z', '2030-01-01T00:00:00.000Z'],
  ['a week date', '2030-W01-1T00:00:00Z', '2029-12-31T00:00:00.000Z'],
  ['a year that begins on a Sunday', '2023W017T000000Z', '2023-01-08T00:00:00.000Z'],
  ['the last week of a long year', '2026-W53-7T00:00:00Z', '2027-01-03T00:00:00.000Z'],
  ['an ordinal date', '2030-032T00:00:00Z', '2030-02-01T00:00:00.000Z'],
  ['the last day of a leap year', '2032-366T00:00:00Z', '2032-12-31T00:00:00.000Z'],
  ['a year before 100', '0020-01-01T00:00:00Z', '0020-01-01T00:00:00.000Z'],
])('MILESTONE-1 a deadline with %s is accepted and read', ([, deadLine, time]) => {
  expect(validate(deadLine)).toEqual([]);
  expect(new Date(parseUtcTimestamp(deadLine) ?? Number.NaN).toISOString()).toBe(time);
});

test.for<[what: string, deadLine: string]>([
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
  expect(parseUtcTimestamp(deadLine)).toBeUndefined();
});
