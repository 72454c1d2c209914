import { openApiDocument } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { given, type PlaceValue, placeValue } from '../../src/consumer/given.ts';
import { type StateName, stateCatalogue } from '../../src/states/catalogue.ts';
import { tokenKindOf, valueExamples } from '../../src/states/values.ts';
import { pactInteractions, placedNamesOf } from './read-interactions.ts';

const statesOf = pactInteractions.flatMap(({ providerStates }) => providerStates);
const credentials = ['clientId', 'clientSecret', ...Object.keys(openApiDocument.components.securitySchemes)];

test('every state of the catalogue is used, and no other', () => {
  const used = new Set(statesOf.map(({ name }) => name));

  expect([...used].sort()).toEqual(Object.keys(stateCatalogue).sort());
});

test('every state has the parameters that the catalogue names', () => {
  for (const { name, params = {} } of statesOf) {
    const { parameters } = stateCatalogue[name as StateName];

    expect(Object.keys(params)).toEqual(Object.keys(parameters));
  }
});

test('every value in a request is one that its state gives', () => {
  for (const interaction of pactInteractions) {
    const given = interaction.providerStates.flatMap(({ name }): readonly string[] => {
      const { gives, parameters } = stateCatalogue[name as StateName];
      return [...gives, ...Object.keys(parameters)];
    });

    expect(
      placedNamesOf(interaction).filter((name) => !credentials.includes(name) && !given.includes(name)),
      interaction.description,
    ).toEqual([]);
  }
});

test('the values that are tokens are named as the security schemes of the document', () => {
  const tokens = Object.keys(valueExamples).filter(tokenKindOf);

  expect(tokens.sort()).toEqual(Object.keys(openApiDocument.components.securitySchemes).sort());
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
