import { type SchemaCase, without } from './schema-case.ts';

const provider = { role: 'PROVIDER', phoneNumber: '+966500000002', amount: 950 };
const customer = { role: 'CUSTOMER', phoneNumber: '+966500000001', amount: 1000, arbitrator: false, isSender: true };
const broker = { role: 'BROKER', phoneNumber: '+966500000003', amount: 50, arbitrator: true, isSender: true };

export const partyCases: SchemaCase[] = [
  {
    rule: 'PARTY-0',
    schema: 'AddPartiesRequest',
    accepts: [
      'lists of parties by milestone id are accepted',
      { mileStonesParties: { first: [customer, provider, broker], second: [customer, provider, broker] } },
    ],
    refuses: ['an unknown role is refused', { mileStonesParties: { first: [{ ...customer, role: 'OTHER' }] } }],
    at: 'mileStonesParties.first[0].role',
    named: 'PARTY-0c',
  },
  {
    rule: 'PARTY-0c',
    schema: 'AddPartiesRequest',
    accepts: ['a list of parties is accepted', { mileStonesParties: { first: [customer, provider, broker] } }],
    refuses: ['a party outside a list is refused', { mileStonesParties: { first: customer } }],
    at: 'mileStonesParties.first',
  },
  {
    rule: 'PARTY-0a',
    schema: 'AddPartiesRequest',
    accepts: [
      'parties with a phone number are accepted',
      { mileStonesParties: { first: [customer, provider, broker] } },
    ],
    refuses: [
      'a party without phone number is refused',
      { mileStonesParties: { first: [customer, without(provider, 'phoneNumber'), broker] } },
    ],
    at: 'mileStonesParties.first[1].phoneNumber',
  },
  ...flagCases('PARTY-1', broker),
  ...flagCases('PARTY-2', customer),
  ...[true, false].map(
    (isSender): SchemaCase => ({
      rule: 'PARTY-3',
      schema: 'Party',
      accepts: [
        `a PROVIDER with arbitrator ${isSender} and no isSender is accepted`,
        { ...provider, arbitrator: isSender },
      ],
      refuses: [`a PROVIDER with isSender ${isSender} is refused`, { ...provider, isSender }],
      at: 'isSender',
    }),
  ),
];

/** The rule gives a flag its value; the constraint refuses another value, or none. */
function flagCases(rule: 'PARTY-1' | 'PARTY-2', party: typeof broker): SchemaCase[] {
  return (['arbitrator', 'isSender'] as const).flatMap((flag) => {
    const { [flag]: right, role } = party;
    const ofParty = {
      schema: 'Party',
      accepts: [`a ${role} with ${flag} ${right} is accepted`, party],
      at: flag,
    } as const;
    const other = [`a ${role} with ${flag} ${!right} is refused`, { ...party, [flag]: !right }] as const;
    const none = [`a ${role} without ${flag} is refused`, without(party, flag)] as const;
    return [
      { rule, named: `${rule}a`, ...ofParty, refuses: other },
      { rule: `${rule}a`, ...ofParty, refuses: other },
      { rule: `${rule}a`, ...ofParty, refuses: none },
    ];
  });
}
