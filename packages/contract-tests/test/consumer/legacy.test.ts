import { MatchersV3 } from '@pact-foundation/pact';
import { expect } from 'vitest';
import { given } from './interaction/given.ts';
import { interaction } from './interaction/interaction.ts';
import { filledText } from './interaction/matchers.ts';
import { refusal, sampleWith } from './interaction/refusal.ts';

const { boolean, regex } = MatchersV3;

interaction('LEGACY-1 a user signs up', {
  operation: 'legacySignUp',
  given: given('a phone number that nobody has'),
  rules: ['AUTH-9', 'LEGACY-4'],
  status: 200,
  // Whether the id is text or a number is not shown.
  answer: {
    data: {
      id: { ...regex('^\\S+$', '1001'), value: 1001 },
      preExistingUser: boolean(false),
      clientUserToken: filledText('client-user-token-example-1'),
    },
  },
  act: async ({ escrow, example }) => {
    const { phoneNumber } = example;
    const names = { firstName: 'Badr', lastName: 'Buyer' };
    const user = await escrow.legacy.signUp({ phoneNumber, ...names, clientUserId: 'buyer-8' });

    expect(user.preExistingUser).toBe(false);
    expect(user.clientUserToken.reveal()).toBe('client-user-token-example-1');
  },
});

refusal('LEGACY-1 a phone number that is not text is refused', 'legacySignUp', {
  basis: 'implied',
  body: sampleWith('legacySignUp', { phoneNumber: true }),
});

interaction('LEGACY-3 an IBAN is added the legacy way', {
  operation: 'legacyAddIban',
  given: given('a user who signed up'),
  rules: ['AUTH-8', 'LEGACY-4'],
  basis: 'assumed',
  status: 200,
  act: async ({ escrow, example }) => {
    const added = await escrow.legacy.addIban(example.legacyUserId, { iban: 'SA0380000000608010167519' });

    expect(added).toBeUndefined();
  },
});

interaction('LEGACY-3 an address is added the legacy way', {
  operation: 'legacyAddAddress',
  given: given('a user who signed up'),
  rules: ['AUTH-8', 'LEGACY-4'],
  basis: 'assumed',
  status: 200,
  act: async ({ escrow, example }) => {
    const added = await escrow.legacy.addAddress(example.legacyUserId, { city: 'Riyadh' });

    expect(added).toBeUndefined();
  },
});

for (const operation of ['legacyAddIban', 'legacyAddAddress'] as const) {
  refusal(`LEGACY-3 a list instead of an object is refused by ${operation}`, operation, {
    basis: 'assumed',
    body: [],
  });
}
