import { expect, test } from 'vitest';
import { stateCatalogue } from '../../src/states/catalogue.ts';
import { given, type PlaceValue, placeValue } from '../consumer/interaction/given.ts';
import { allInteractions } from '../support/pacts.ts';

test('every state of the catalogue is used', () => {
  const used = new Set(allInteractions.flatMap(({ providerStates = [] }) => providerStates.map(({ name }) => name)));

  expect([...used].sort()).toEqual(Object.keys(stateCatalogue).sort());
});

test('a state that is not in the catalogue does not type-check', () => {
  // @ts-expect-error a misspelt state
  given('a linked costumer');
  // @ts-expect-error a missing parameter
  given('a milestone without parties');
  // @ts-expect-error a parameter of another type
  given('a milestone without parties', { itemPrice: '1000' });
  // @ts-expect-error an unknown choice
  given('a customer with a one-time password', { type: 'EMAIL_OTP' });
  const place: PlaceValue<'a linked customer'> = placeValue;
  // @ts-expect-error a value that this state does not provide
  place('contractId');

  expect(place('serviceUserId').name).toBe('serviceUserId');
});
