import { isBalanced } from './is-balanced.ts';
import type { Test } from './keyword-test.ts';

// What the document names in `x-check`, because none of its keywords can state it.

/** The CUSTOMERs of a milestone pay what its other parties get (PARTY-4). */
export const partiesBalance: Test = {
  isKept: isBalanced,
  problem: 'must balance: the CUSTOMER amounts are not what the BROKER and PROVIDER amounts add up to',
  remedy: 'Correct the amounts; no fee comes out of them.',
};

/** A list or a map with something in it: the service would do nothing, and answer with a success. */
export const notEmpty: Test = {
  isKept: (value) => Object.keys(Object(value)).length > 0,
  problem: 'must not be empty',
  remedy: 'Put at least one into it.',
};

/** A phone number with a plus sign, whose lack the pattern of E.164 alone does not tell apart from other faults. */
export const internationalPhone: Test = {
  isKept: (value) => !/^[\d\s()-]+$/.test(String(value)),
  problem: 'is a phone number without plus sign and country code',
};
