import { type SchemaCase, without } from './schema-case.ts';

const provider = { role: 'PROVIDER', phoneNumber: '+966500000002', amount: 950 };
const customer = { role: 'CUSTOMER', phoneNumber: '+966500000001', amount: 1000, arbitrator: false, isSender: true };
const broker = { role: 'BROKER', phoneNumber: '+966500000003', amount: 50, arbitrator: true, isSender: true };

export const partyCases: SchemaCase[] = [
  {
    rule: 'PARTY-0',
    schema: 'AddPartiesRequest',
    accepted: {
      title: 'lists of parties by milestone id are accepted',
      value: { mileStonesParties: { first: [customer, provider, broker], second: [] } },
    },
    refused: {
      title: 'an unknown role is refused',
      value: { mileStonesParties: { first: [{ ...customer, role: 'OTHER' }] } },
      at: 'mileStonesParties.first[0].role',
    },
  },
  {
    rule: 'PARTY-0a',
    schema: 'AddPartiesRequest',
    accepted: { title: 'a party with a phone number is accepted', value: { mileStonesParties: { first: [provider] } } },
    refused: {
      title: 'a party without phone number is refused',
      value: { mileStonesParties: { first: [without(provider, 'phoneNumber')] } },
      at: 'mileStonesParties.first[0].phoneNumber',
    },
  },
  ...['arbitrator', 'isSender'].map((name) => ({
    rule: 'PARTY-1',
    schema: 'Party',
    accepted: { title: `a BROKER with ${name} true is accepted`, value: broker },
    refused: { title: `a BROKER with ${name} false is refused`, value: { ...broker, [name]: false }, at: name },
  })),
  {
    rule: 'PARTY-2',
    schema: 'Party',
    accepted: { title: 'a CUSTOMER who is no arbitrator is accepted', value: customer },
    refused: {
      title: 'a CUSTOMER who is arbitrator is refused',
      value: { ...customer, arbitrator: true },
      at: 'arbitrator',
    },
  },
  ...['arbitrator', 'isSender'].map((name) => ({
    rule: 'PARTY-2',
    schema: 'Party',
    accepted: { title: `a CUSTOMER with ${name} is accepted`, value: customer },
    refused: { title: `a CUSTOMER without ${name} is refused`, value: without(customer, name), at: name },
  })),
  {
    rule: 'PARTY-2a',
    schema: 'Party',
    accepted: { title: 'a CUSTOMER with isSender true is accepted', value: customer },
    refused: {
      title: 'a CUSTOMER with isSender false is refused',
      value: { ...customer, isSender: false },
      at: 'isSender',
    },
  },
  ...[true, false].map((isSender) => ({
    rule: 'PARTY-3',
    schema: 'Party',
    accepted: {
      title: `a PROVIDER with arbitrator ${isSender} and no isSender is accepted`,
      value: { ...provider, arbitrator: isSender },
    },
    refused: {
      title: `a PROVIDER with isSender ${isSender} is refused`,
      value: { ...provider, isSender },
      at: 'isSender',
    },
  })),
];
