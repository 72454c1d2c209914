import { MatchersV3 } from '@pact-foundation/pact';
import { expect } from 'vitest';
import { interaction } from './interaction/interaction.ts';
import { filledText } from './interaction/matchers.ts';

const { boolean, regex } = MatchersV3;

interaction('LEGACY-1 a user signs up', 'legacySignUp', {
  rules: ['LEGACY-4'],
  // It is not shown whether the id is text or a number.
  answer: {
    data: {
      id: { ...regex('^\\S.*$', '1001'), value: 1001 },
      preExistingUser: boolean(false),
      clientUserToken: filledText('client-user-token-example-1'),
    },
  },
  act: async ({ escrow, example }) => {
    const { phoneNumber } = example;
    const names = { firstName: 'Badr', lastName: 'Buyer' };
    const user = await escrow.legacy.signUp({ phoneNumber, ...names, clientUserId: `buyer-${phoneNumber}` });

    expect(user.preExistingUser).toBe(false);
    expect(user.clientUserToken.reveal()).toBe('client-user-token-example-1');
  },
});

/** Body and answer of the two calls are not shown (LEGACY-3), so a service may need other fields. */
const bodyIsAssumed = { basis: 'assumed' } as const;

interaction('LEGACY-3 an IBAN is added the legacy way', 'legacyAddIban', {
  rules: ['LEGACY-4'],
  ...bodyIsAssumed,
  act: async ({ escrow, example }) => {
    const added = await escrow.legacy.addIban(example.legacyUserId, { iban: 'SA0380000000608010167519' });

    expect(added).toBeUndefined();
  },
});

interaction('LEGACY-3 an address is added the legacy way', 'legacyAddAddress', {
  rules: ['LEGACY-4'],
  ...bodyIsAssumed,
  act: async ({ escrow, example }) => {
    const added = await escrow.legacy.addAddress(example.legacyUserId, { city: 'Riyadh' });

    expect(added).toBeUndefined();
  },
});
