import { expect } from 'vitest';
import { given } from './interaction/given.ts';
import { interaction, refusal, sampleWith, sampleWithout } from './interaction/interaction.ts';
import { stateValue, wholeNumber } from './interaction/matchers.ts';
import { address, bankAccount } from './interaction/sample-bodies.ts';

const registered = { serviceUserId: wholeNumber(1001), userIdentification: wholeNumber(2001) };
const names = { firstName: 'Sara', lastName: 'Seller' };

interaction('USER-1 a customer is registered', 'registerCustomer', {
  answer: registered,
  act: async ({ escrow, example }) => {
    const customer = await escrow.customers.register({ phoneNumber: example.phoneNumber, ...names });

    expect(customer).toEqual({ serviceUserId: 1001, userIdentification: 2001 });
  },
});

refusal('USER-1 a phone number that is not in E.164 form is refused', 'registerCustomer', {
  by: 'USER-1d',
  body: { phoneNumber: 'not-a-number', ...names },
});

interaction('USER-2 a customer who is registered already is linked by the same call', 'registerCustomer', {
  given: given('a linked customer'),
  request: (value) => ({ body: { phoneNumber: value('phoneNumber'), ...names } }),
  blames: { answer: 'USER-1' },
  answer: registered,
});

interaction('USER-2 a customer who is registered already keeps the serviceUserId', 'registerCustomer', {
  given: given('a linked customer'),
  // It is the id to use everywhere. That there is no other one is not said.
  basis: 'assumed',
  request: (value) => ({ body: { phoneNumber: value('phoneNumber'), ...names } }),
  answer: { serviceUserId: stateValue('serviceUserId') },
});

interaction('AUTH-2 a bank account is added with the organization token', 'addBankAccount', {
  rules: ['AUTH-1'],
  blames: { status: 'BANK-1' },
});

interaction('BANK-1 a bank account is added', 'addBankAccount', {
  act: async ({ escrow, example }) => {
    const added = await escrow.customers.addBankAccount(example.serviceUserId, bankAccount);

    expect(added).toBeUndefined();
  },
});

for (const [problem, iban] of [
  ['another country', 'AE0380000000608010167519'],
  ['21 digits', 'SA038000000060801016751'],
  ['23 digits', 'SA03800000006080101675190'],
  ['a letter among its digits', 'SA03800000006080101675A9'],
] as const) {
  refusal(`BANK-2 an IBAN with ${problem} is refused`, 'addBankAccount', {
    body: sampleWith('addBankAccount', { iban }),
  });
}

interaction('ADDR-1 an address with all of its fields is added', 'addAddress', {
  act: async ({ escrow, example }) => {
    const added = await escrow.customers.addAddress(example.serviceUserId, address);

    expect(added).toBeUndefined();
  },
});

interaction('ADDR-1 an address of a label and a country is added', 'addAddress', {
  request: () => ({ body: { addressLabel: 'HOME', countryCode: 'SA' } }),
});

for (const missing of ['addressLabel', 'countryCode']) {
  refusal(`ADDR-1 an address without ${missing} is refused`, 'addAddress', {
    body: sampleWithout('addAddress', missing),
  });
}
