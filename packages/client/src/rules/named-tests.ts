import { isBalanced, type PartyRoles } from './is-balanced.ts';
import type { Test } from './keyword-test.ts';

// The tests that the document names in `x-check`, because no keyword of OpenAPI can express them.

/** The CUSTOMERs of a milestone pay exactly what its other parties get (PARTY-4). */
export const partiesBalance = (roles: PartyRoles): Test => ({
  passes: (parties) => isBalanced(parties, roles),
  problem: 'must balance: the CUSTOMER amounts are not what the BROKER and PROVIDER amounts add up to',
  remedy: 'Correct the amounts; they include no fee.',
});

/** A list or map that is not empty. For an empty one the service would do nothing, and answer with a success. */
export const notEmpty: Test = {
  passes: (value) => Object.keys(Object(value)).length > 0,
  problem: 'must not be empty',
  remedy: 'Put at least one into it.',
};

/** A phone number that is not in local form. The pattern of E.164 alone could not name this fault. */
export const internationalPhone: Test = {
  passes: (value) => !/^[\d\s()-]+$/.test(String(value)),
  problem: 'is a phone number without plus sign and country code',
};
