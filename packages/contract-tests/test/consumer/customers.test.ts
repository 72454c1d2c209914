import { MatchersV3 } from '@pact-foundation/pact';
import { test } from 'vitest';
import { anyObject, expectCall, expectRefused } from './interaction.ts';
import { registration, signUp } from './requests.ts';
import { exampleOf, examples, filledText, textOrNumber, value, valueInAnswer, wholeNumber } from './values.ts';

const register = { operation: 'registerCustomer', body: registration } as const;
const registerNew = { ...register, state: 'a phone number that nobody has' } as const;
const registerKnown = { ...register, state: 'a linked customer' } as const;

test('a customer is registered', () =>
  expectCall({
    ...registerNew,
    description: 'USER-1 a customer is registered',
    answer: { serviceUserId: wholeNumber(1001), userIdentification: wholeNumber(2001) },
    call: ({ customers }) => customers.register(exampleOf(registration)),
  }));

test.for([
  { ...registerNew, description: 'AUTH-1 a call with a bearer token is served', answer: anyObject },
  {
    ...registerKnown,
    description: 'USER-2 the same call links a registered customer',
    answer: anyObject,
  },
  {
    ...registerKnown,
    description: 'USER-2a a registered customer keeps the serviceUserId',
    answer: { serviceUserId: valueInAnswer('serviceUserId') },
  },
])('$description', expectCall);

test('a phone number in another form', () =>
  expectRefused({
    ...registerNew,
    description: 'USER-1d a phone number that is not in E.164 form is refused',
    body: { ...registration, phoneNumber: 'not-a-number' },
  }));

const bankAccount = {
  iban: value('iban'),
  currency: 'SAR',
  beneficiaryName: 'Sara Seller',
  nationalId: value('nationalId'),
};
const addAccount = { operation: 'addBankAccount', state: 'a linked customer', body: bankAccount } as const;

test.for([
  'BANK-1 a bank account is added',
  'BANK-2 an IBAN of SA and 22 digits is accepted',
  'AUTH-2 a bank account is added with the organization token',
])('%s', (description) =>
  expectCall({
    ...addAccount,
    description,
    call: ({ customers }) => customers.addBankAccount(examples.serviceUserId, exampleOf(bankAccount)),
  }),
);

test.for([
  ['another country', 'AE0380000000608010167519'],
  ['21 digits', 'SA038000000060801016751'],
  ['23 digits', 'SA03800000006080101675190'],
  ['a letter among its digits', 'SA03800000006080101675A9'],
  ['sa in lower case', 'sa0380000000608010167519'],
] as const)('an IBAN with %s', ([problem, iban]) =>
  expectRefused({
    ...addAccount,
    description: `BANK-2 an IBAN with ${problem} is refused`,
    body: { ...bankAccount, iban },
  }),
);

const address = {
  addressLabel: 'WORK',
  countryCode: 'SA',
  street: 'King Fahd Road',
  district: 'Al Olaya',
  city: 'Riyadh',
  postalCode: '12211',
};
const addAddress = { operation: 'addAddress', state: 'a linked customer' } as const;

test.for([
  { description: 'ADDR-1 an address with all of its fields is added', body: address },
  {
    description: 'ADDR-1 an address of a label and a country is added',
    body: { addressLabel: 'HOME', countryCode: 'SA' },
  },
])('$description', (exchange) =>
  expectCall({
    ...addAddress,
    ...exchange,
    call: ({ customers }) => customers.addAddress(examples.serviceUserId, exchange.body),
  }),
);

const { addressLabel, ...addressWithoutLabel } = address;
const { countryCode, ...addressWithoutCountry } = address;

test.for([
  { description: 'ADDR-1 an address without addressLabel is refused', body: addressWithoutLabel },
  { description: 'ADDR-1 an address without countryCode is refused', body: addressWithoutCountry },
  { description: 'ADDR-1a an address with addressLabel null is refused', body: { ...address, addressLabel: null } },
])('$description', (exchange) => expectRefused({ ...addAddress, ...exchange }));

const submit = {
  operation: 'submitNationalId',
  state: 'a linked customer',
  path: { userId: 'serviceUserId' },
} as const;

test('a national id is submitted', () =>
  expectCall({
    ...submit,
    description: 'ID-1b a national id of 10 digits is submitted',
    body: { nationalId: value('nationalId') },
    call: ({ verification }) => verification.submitNationalId(examples.serviceUserId, examples.nationalId),
  }));

test.for([
  ['ID-1 a national id with 9 digits is refused', '100000000'],
  ['ID-1 a national id with 11 digits is refused', '10000000011'],
  ['ID-1 a national id with a letter is refused', '10000000A1'],
  ['ID-1a a national id that is a number is refused', 1000000001],
  ['ID-1a a national id that is null is refused', null],
] as const)('%s', ([description, nationalId]) => expectRefused({ ...submit, description, body: { nationalId } }));

const check = { type: 'SERVICE_OTP', phoneNumber: value('phoneNumber'), otp: value('otp') };
const validate = { operation: 'validateOtp', state: 'a customer with a one-time password' } as const;
const validateService = { ...validate, parameters: { type: 'SERVICE_OTP' }, body: check } as const;
const isValid = { data: { valid: true } };

test.for([
  { ...validateService, description: 'ID-2 the right SERVICE_OTP is valid', answer: isValid },
  {
    ...validate,
    description: 'ID-2 the right NATIONAL_ID_OTP is valid',
    parameters: { type: 'NATIONAL_ID_OTP' },
    body: { ...check, type: 'NATIONAL_ID_OTP' },
    answer: isValid,
  },
  {
    ...validate,
    description: 'USER-4 a one-time password is valid for a customer who declined',
    state: 'a customer who declined, with a one-time password',
    body: check,
    answer: isValid,
  },
  {
    ...validateService,
    description: 'AUTH-8 a one-time password is checked with the legacy user token or the client admin token',
    answer: anyObject,
  },
  // No one-time password is negative.
  {
    ...validate,
    description: 'ID-2c a wrong one-time password is not valid',
    state: 'a linked customer',
    body: { ...check, otp: -1 },
    answer: { data: { valid: false } },
  },
] as const)('$description', expectCall);

test.for([
  { description: 'ID-2b another type of one-time password is refused', body: { ...check, type: 'EMAIL_OTP' } },
  { description: 'ID-2b a one-time password in quotes is refused', body: { ...check, otp: '123456' } },
])('$description', (exchange) => expectRefused({ ...validateService, ...exchange }));

const legacySignUp = { operation: 'legacySignUp', state: 'a phone number that nobody has', body: signUp } as const;

test('a user signs up', () =>
  expectCall({
    ...legacySignUp,
    description: 'LEGACY-1 a user signs up',
    answer: {
      data: {
        id: textOrNumber(1001),
        preExistingUser: MatchersV3.boolean(false),
        clientUserToken: filledText('client-user-token-example-1'),
      },
    },
    async call({ legacy }) {
      const { preExistingUser, clientUserToken } = await legacy.signUp(exampleOf(signUp));
      return [preExistingUser, clientUserToken.reveal()];
    },
    result: [false, 'client-user-token-example-1'],
  }));

const legacyUser = { state: 'a user who signed up' } as const;

test.for([
  {
    ...legacySignUp,
    description: 'AUTH-9 a user signs up with the legacy app token',
    answer: anyObject,
  },
  {
    ...legacyUser,
    description: 'LEGACY-3a an IBAN is added the legacy way',
    operation: 'legacyAddIban',
    body: { iban: 'SA0380000000608010167519' },
  },
  {
    ...legacyUser,
    description: 'LEGACY-3a an address is added the legacy way',
    operation: 'legacyAddAddress',
    body: { city: 'Riyadh' },
  },
] as const)('$description', expectCall);
