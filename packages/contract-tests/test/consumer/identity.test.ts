import { expect } from 'vitest';
import { given } from './interaction/given.ts';
import { interaction, refusal, sampleWith } from './interaction/interaction.ts';

for (const token of ['legacyUserToken', 'clientAdminToken'] as const) {
  interaction(`ID-1 a national id is submitted with the ${token}`, 'submitNationalId', {
    // The identity service may not know this number, and it is not confirmed which of the two tokens is accepted.
    basis: 'assumed',
    token,
    act: async ({ escrow, example }) => {
      const answer = await escrow.verification.submitNationalId(String(example.serviceUserId), example.nationalId);

      expect(answer).toBeUndefined();
    },
  });
}

for (const [problem, nationalId] of [
  ['9 digits', '100000000'],
  ['11 digits', '10000000011'],
  ['a letter', '10000000A1'],
] as const) {
  refusal(`ID-1 a national id with ${problem} is refused`, 'submitNationalId', { body: { nationalId } });
}
refusal('ID-1 a national id that is a number is refused', 'submitNationalId', {
  by: 'ID-1a',
  // The digits are the same.
  basis: 'assumed',
  body: { nationalId: 1000000001 },
});

for (const [type, token] of [
  ['SERVICE_OTP', 'legacyUserToken'],
  ['SERVICE_OTP', 'clientAdminToken'],
  ['NATIONAL_ID_OTP', 'legacyUserToken'],
  ['NATIONAL_ID_OTP', 'clientAdminToken'],
] as const) {
  interaction(`ID-2 the right ${type} is valid, asked with the ${token}`, 'validateOtp', {
    given: given('a customer with a one-time password', { type }),
    alternative: `token for the right ${type}`,
    request: (value) => ({ body: { type, phoneNumber: value('phoneNumber'), otp: value('otp') } }),
    token,
    answer: { data: { valid: true } },
    act: async ({ escrow, example }) => {
      const result = await escrow.verification.validateOtp({
        type,
        phoneNumber: example.phoneNumber,
        otp: example.otp,
      });

      expect(result).toEqual({ valid: true });
    },
  });
}

interaction('ID-2 a wrong one-time password is not valid', 'validateOtp', {
  given: given('a linked customer'),
  // No one-time password is negative, so it may be refused instead.
  basis: 'assumed',
  request: (value) => ({ body: { type: 'SERVICE_OTP', phoneNumber: value('phoneNumber'), otp: -1 } }),
  answer: { data: { valid: false } },
});

refusal('ID-2 another type of one-time password is refused', 'validateOtp', {
  by: 'ID-2b',
  // It may be called not valid instead.
  basis: 'assumed',
  body: sampleWith('validateOtp', { type: 'EMAIL_OTP' }),
});
refusal('ID-2 a one-time password in quotes is refused', 'validateOtp', {
  by: 'ID-2b',
  // The digits are the same.
  basis: 'assumed',
  body: sampleWith('validateOtp', { otp: '123456' }),
});

for (const token of ['legacyUserToken', 'clientAdminToken'] as const) {
  interaction(
    `USER-4 a one-time password is valid for a customer who declined, asked with the ${token}`,
    'validateOtp',
    {
      given: given('a customer who declined, with a one-time password'),
      rules: ['ID-2'],
      alternative: 'token for the one-time password of a customer who declined',
      token,
      answer: { data: { valid: true } },
    },
  );
}
