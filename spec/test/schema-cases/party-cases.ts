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
      value: { mileStonesParties: { first: [customer, provider, broker], second: [customer, provider, broker] } },
    },
    refused: {
      title: 'an unknown role is refused',
      value: { mileStonesParties: { first: [{ ...customer, role: 'OTHER' }] } },
      at: 'mileStonesParties.first[0].role',
    },
    named: 'PARTY-0c',
  },
  {
    rule: 'PARTY-0c',
    schema: 'AddPartiesRequest',
    accepted: {
      title: 'a list of parties is accepted',
      value: { mileStonesParties: { first: [customer, provider, broker] } },
    },
    refused: {
      title: 'a party outside a list is refused',
      value: { mileStonesParties: { first: customer } },
      at: 'mileStonesParties.first',
    },
  },
  {
    rule: 'PARTY-0a',
    schema: 'AddPartiesRequest',
    accepted: {
      title: 'parties with a phone number are accepted',
      value: { mileStonesParties: { first: [customer, provider, broker] } },
    },
    refused: {
      title: 'a party without phone number is refused',
      value: { mileStonesParties: { first: [customer, without(provider, 'phoneNumber'), broker] } },
      at: 'mileStonesParties.first[1].phoneNumber',
    },
  },
  ...flagCases('PARTY-1', broker),
  ...flagCases('PARTY-2', customer),
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

/** The rule gives a flag its value; the constraint refuses another value, or none. */
function flagCases(rule: 'PARTY-1' | 'PARTY-2', party: typeof broker): SchemaCase[] {
  return (['arbitrator', 'isSender'] as const).flatMap((flag) => {
    const { [flag]: right, role } = party;
    const accepted = { title: `a ${role} with ${flag} ${right} is accepted`, value: party };
    const isRefused = (what: string, value: object) => ({ title: `a ${role} ${what} is refused`, value, at: flag });
    const other = isRefused(`with ${flag} ${!right}`, { ...party, [flag]: !right });
    return [
      { rule, named: `${rule}a`, schema: 'Party', accepted, refused: other },
      { rule: `${rule}a`, schema: 'Party', accepted, refused: other },
      { rule: `${rule}a`, schema: 'Party', accepted, refused: isRefused(`without ${flag}`, without(party, flag)) },
    ];
  });
}
