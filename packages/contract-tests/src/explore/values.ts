import fc from 'fast-check';
import { placeValue } from '../consumer/given.ts';
import type { Template } from '../consumer/placed-value.ts';
import { milestoneOnWire, partiesOnWire, redirectUrl } from '../consumer/sample-bodies.ts';
import { firstKey } from './change.ts';

type Values = fc.Arbitrary<Template>;

/** JSON of each type, the simplest first. */
const jsonOfType: Readonly<Record<string, Values>> = {
  null: fc.constant(null),
  boolean: fc.boolean(),
  number: fc.oneof(
    fc.integer({ min: -1000, max: 1_000_000 }),
    fc.integer({ min: 1, max: 99_999 }).map((hundredths) => hundredths / 100),
    // Larger amounts nobody has, so what becomes of them is no fault.
    fc.double({ min: -1e12, max: 1e12, noNaN: true }),
  ),
  string: fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: 'grapheme' })),
  array: fc.array(fc.constantFrom(null, 1, 'text'), { maxLength: 2 }),
  object: fc.dictionary(fc.constantFrom('one', 'two'), fc.constantFrom(null, 1, 'text'), { maxKeys: 2 }),
};

/** Any JSON of a type. */
export const ofType = (type: string): Values => jsonOfType[type === 'integer' ? 'number' : type] ?? fc.constant('text');

/** JSON of another type. */
export const ofOtherType = (type: string): Values =>
  fc.oneof(...Object.keys(jsonOfType).flatMap((other) => (other === type ? [] : [ofType(other)])));

/** What a field that must not be sent is sent as. Not null, which many services take for a field that was left out. */
export const forbiddenValue: Values = fc.constantFrom<Template>(true, false, [], 'text', 1, {}, ['text']);

const letters = fc.constantFrom(...'BQXZ');
const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 3 });

/**
 * A text that just misses the form of `text`: a part of it is missing, or has more digits or another letter. Differences that a
 * lenient service may read over, such as blanks, small letters and a missing plus, are not made.
 */
export function nearMissOf(text: string): fc.Arbitrary<string> {
  const kept = text.startsWith('+') ? 1 : 0;
  return fc
    .record({
      at: fc.integer({ min: kept, max: Math.max(kept, text.length - 1) }),
      removed: fc.nat({ max: 3 }),
      added: fc.oneof(fc.constant(''), letters, digits),
    })
    .map(({ at, removed, added }) => text.slice(0, at) + added + text.slice(at + removed));
}

/** Text of one to three words of so many letters. */
const wordsOf = (letters: string, length: { minLength: number; maxLength: number }): fc.Arbitrary<string> =>
  fc
    .array(fc.string({ unit: fc.constantFrom(...letters), ...length }), { minLength: 1, maxLength: 3 })
    .map((words) => words.join(' '));

/** Of usual letters and length: which others are taken is not shown. */
const plainText = wordsOf('abcdefghijklmnopqrstuvwxyz', { minLength: 3, maxLength: 9 });

/** Of other letters, Arabic among them. */
const otherText = wordsOf('éüñçسارةبدر𝒜😀', { minLength: 1, maxLength: 10 });

/** Of other letters, or long. */
const openText: fc.Arbitrary<string> = fc.oneof(
  otherText,
  fc.constantFrom(300, 1000).map((length) => 'long text '.repeat(length / 10)),
);

/** Any query of a URL. `fc.webQueryParameters` takes almost a second at each start of a command. */
const queryText = fc.oneof(fc.string(), otherText).map((text) => encodeURI(text).replaceAll('#', '%23'));

const price = 1000;

/** What the CUSTOMER pays more than the price, which is right, wrong by a hundredth, or without what the BROKER gets. */
const differences = fc.constantFrom<(share: number) => number>(
  () => 0,
  () => 0.01,
  () => -0.01,
  (share) => -share,
);

/** The parties of the sample, with the price divided in another way. They do not always balance. */
const otherShares: Values = fc
  .record({ share: fc.integer({ min: 1, max: price - 1 }), difference: differences })
  .map(({ share, difference }) => {
    const { customer, provider, broker } = partiesOnWire;
    return [
      { ...customer, amount: price + difference(share) },
      { ...provider, amount: price - share },
      { ...broker, amount: share },
    ];
  });

const pad = (number: number): string => String(number).padStart(2, '0');

const timeOfDay = fc
  .record({ hours: fc.nat({ max: 23 }), minutes: fc.nat({ max: 59 }), seconds: fc.nat({ max: 59 }) })
  .map(({ hours, minutes, seconds }) => `T${pad(hours)}:${pad(minutes)}:${pad(seconds)}Z`);

/** Fields that hold any text. */
const freeTexts = [
  'firstName',
  'lastName',
  'beneficiaryName',
  'name',
  'street',
  'district',
  'city',
  'title',
  'description',
];

/**
 * Other values of a field, by its name, that the service has to take: the description gives the field this meaning, and no
 * reading of it forbids them.
 */
export const settledValues: Readonly<Record<string, Values>> = {
  ...Object.fromEntries(freeTexts.map((name) => [name, plainText])),
  deadLine: timeOfDay.map((after) => placeValue('deadLineDay', { after })),
  redirectUrl: fc
    .dictionary(fc.constantFrom('order', 'paid'), plainText, { minKeys: 1 })
    .map((query) => `${redirectUrl.split('?')[0]}?${new URLSearchParams(query)}`),
  metadata: fc.dictionary(fc.constantFrom('note', 'order'), plainText, { maxKeys: 2 }),
};

/**
 * Other values of a field, by its name, that the document allows. Whether the service takes them is not shown: bounds and decimals
 * of amounts, lengths and letters of texts, and how many milestones there may be.
 */
export const openValues: Readonly<Record<string, Values>> = {
  ...Object.fromEntries(freeTexts.map((name) => [name, openText])),
  itemPrice: fc.integer({ min: 1, max: 1_000_000 }),
  redirectUrl: queryText.map((query) => `${redirectUrl.split('?')[0]}?${query}`),
  metadata: fc.dictionary(fc.constantFrom('note', 'order'), openText, { maxKeys: 2 }),
  milestones: fc.integer({ min: 3, max: 20 }).map((count) => Array.from({ length: count }, () => milestoneOnWire)),
  [firstKey]: otherShares,
};
