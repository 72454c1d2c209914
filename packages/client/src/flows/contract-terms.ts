import type {
  BrokerParty,
  Deployment,
  FieldOf,
  IsRegistered,
  Milestone,
  OwnFields,
  ParentContract,
} from '../document/registered.ts';
import {
  alwaysRequired,
  anything,
  bodyCheckOf,
  type Check,
  fieldNames,
  forbidden,
  list,
  notEmpty,
  number,
  object,
  type PartyRoles,
  text,
} from '../rules.ts';

// The input of a shop for a contract: the terms that its contracts share, and the fields that only a deployment has.

/** The fields of a contract or milestone that a flow makes, and the shop's, from which it makes them. */
const madeFields = [
  'type',
  'isParent',
  'itemDetail',
  'itemPrice',
  'deadLine',
  'milestones',
  'title',
  'description',
  'price',
  'commission',
  'deadline',
  'buyer',
  'seller',
] as const;

/** The fields of a party that a flow makes. */
const madePartyFields = ['role', 'amount', 'phoneNumber'] as const;

/** The fields of a party that a flow does not make. */
export type OwnPartyFields<Party> = OwnFields<Party, (typeof madePartyFields)[number] | 'rate'>;

/** Your organization's administrator, in a deployment whose parties have further fields. */
type BrokerToName = IsRegistered extends true ? { phoneNumber: string } & OwnPartyFields<BrokerParty> : never;

/** The fields of a contract or a milestone that only a deployment has. */
export type OwnTerms<Contract> = OwnFields<Contract, (typeof madeFields)[number] | (typeof kitNames)[number]>;

/** Terms that most contracts of a shop share. The kit guesses none of them: set each here or for one contract. */
export interface ContractDefaults extends OwnTerms<ParentContract>, OwnTerms<Milestone> {
  /** The currency of all amounts, such as `SAR`. */
  currency?: string | undefined;
  /** `BASIC` is the only value that is shown (CONTRACT-3). */
  contractClassification?: FieldOf<ParentContract, 'contractClassification'> | undefined;
  /** `NO_RETURN` is the only value that is shown (CONTRACT-3). */
  returnPolicy?: FieldOf<ParentContract, 'returnPolicy'> | undefined;
  /** Who pays for a return. `PROVIDER` is the only value that is shown (CONTRACT-3). */
  returnFeePayee?: FieldOf<ParentContract, 'returnFeePayee'> | undefined;
  /** Confirms that your organization accepts the terms of the service. */
  serviceTermsAccepted?: true | undefined;
  /** The phone of your organization's administrator, the BROKER of each milestone. Register them like everyone else (USER-5). */
  broker?: string | BrokerToName | undefined;
}

/** The terms of one contract: at least the terms that its document requires. */
export type ContractTerms = ContractDefaults & {
  [Name in 'currency' | 'broker']: NonNullable<ContractDefaults[Name]>;
};

/** The terms that the service itself has. */
const kitNames = [
  'currency',
  'contractClassification',
  'returnPolicy',
  'returnFeePayee',
  'serviceTermsAccepted',
  'broker',
] as const;

/** The checks of what opens a contract: of the contract itself, of a milestone, of its parties, and of a party with a role. */
export function contractChecksOf({ operationTable: { createContract, addMilestones, addParties } }: Deployment): {
  contract: Check;
  milestone: Check;
  parties: Check;
  party(role: string): Check | undefined;
} {
  const contract = bodyCheckOf(createContract);
  const milestone = bodyCheckOf(addMilestones).properties?.['milestones']?.items ?? anything();
  const parties = bodyCheckOf(addParties).properties?.['mileStonesParties']?.items ?? anything();
  return { contract, milestone, parties, party: (role) => parties.items?.kinds?.[role] ?? parties.items };
}

/** The fields of a request that a caller of a flow may give by their own names. */
const givenFields = (check: Check | undefined, made: readonly string[]): string[] =>
  fieldNames(check).filter((name) => !made.includes(name));

/** The names of the defaults: the kit's, and those of the document's fields. */
export function termNames(deployment: Deployment): string[] {
  const { contract, milestone } = contractChecksOf(deployment);
  const own = [contract, milestone].flatMap((check) => givenFields(check, madeFields));
  return [...new Set([...kitNames, ...own])];
}

/** Merges the terms of one contract with the client's defaults, and lists the terms that neither sets: they are undefined, whatever their type. */
export function mergeTerms(
  input: ContractDefaults,
  defaults: ContractDefaults,
  deployment: Deployment,
): { terms: ContractTerms; missing: string[] } {
  const terms: Record<string, unknown> = { ...defaults };
  for (const name of termNames(deployment)) terms[name] = input[name as keyof ContractDefaults] ?? terms[name];
  const { contract, milestone } = contractChecksOf(deployment);
  // Amounts are split by the currency, and the broker is a party, whatever the requests have.
  const isNeeded = (name: string): boolean =>
    ['currency', 'broker'].includes(name) ||
    [contract, milestone].some(({ properties }) => properties?.[name]?.isRequired);
  const missing = kitNames.filter((name) => isNeeded(name) && terms[name] === undefined);
  return { terms: terms as unknown as ContractTerms, missing };
}

/** One check for values of a type, and another for all other values. */
const byType = (type: 'string' | 'number' | 'object', check: Check, otherwise: Check): Check => ({
  run: (value, path, findings) => (typeof value === type ? check : otherwise).run(value, path, findings),
});

/** The fields of a request that a shop gives by their own names. They are checked with the request. */
const ownFields = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, anything()]));

/** Checks a person's phone, with the fields that the document has for a party of this kind. */
function personCheck(
  deployment: Deployment,
  kind: keyof PartyRoles,
  { shares = {}, remedy }: { shares?: Check['properties']; remedy?: string },
): Check {
  const party = contractChecksOf(deployment).party(deployment.partyRoles[kind]);
  const phoneNumber = alwaysRequired(deployment.registeredPhone);
  return object({
    closed: true,
    remedy,
    properties: { ...ownFields(givenFields(party, madePartyFields)), phoneNumber, ...shares },
  });
}

/** Checks the phone of a buyer or seller, or several with their shares. */
function peopleCheck(deployment: Deployment, kind: 'CUSTOMER' | 'PROVIDER'): Check {
  const part = number({ remedy: 'Give it as a number such as 0.3, not as text.' });
  const items = personCheck(deployment, kind, { shares: { amount: part, rate: part } });
  const remedy = 'Give a phone, or a list of shares such as { phoneNumber, rate: 0.3 }.';
  const check = byType('string', deployment.registeredPhone, list({ items, remedy }));
  return alwaysRequired({ ...check, remedy });
}

/** Checks the phone of your organization's administrator, or the phone with fields that only the deployment has. */
export function brokerCheckOf(deployment: Deployment): Check {
  const remedy = 'Give a phone, or an object such as { phoneNumber }.';
  return byType('string', deployment.registeredPhone, personCheck(deployment, 'BROKER', { remedy }));
}

/** The terms that a contract has for all its milestones. */
const sharedTerms = ['currency', 'serviceTermsAccepted', 'broker'];

/** Checks the shape of a shop's contract. The rules of the service are checked on the requests that are made from it. */
export function shopCheckOf(deployment: Deployment): Check {
  const { milestone } = contractChecksOf(deployment);
  const rate = object({
    closed: true,
    remedy: 'Give an amount, or a rate such as { rate: 0.05 }.',
    properties: { rate: alwaysRequired(number({})) },
  });
  const title = text({ remedy: 'Give a short name of what is sold, as text.' });
  const named = { title: alwaysRequired(title), description: text({}) };
  const items = object({
    closed: true,
    properties: {
      ...ownFields(givenFields(milestone, [...madeFields, ...sharedTerms])),
      ...Object.fromEntries(sharedTerms.map((name) => [name, forbidden({ remedy: 'Set it for the whole contract.' })])),
      ...named,
      price: alwaysRequired(number({ remedy: 'Give what the buyer pays, as a number such as 100.5.' })),
      commission: byType('number', number({}), rate),
      deadline: alwaysRequired(anything({ remedy: 'Give a time such as 2030-01-01T00:00:00Z.' })),
      buyer: peopleCheck(deployment, 'CUSTOMER'),
      seller: peopleCheck(deployment, 'PROVIDER'),
    },
  });
  const milestones = alwaysRequired(list({ items, tests: [notEmpty], remedy: 'Give a list of milestones.' }));
  return object({ closed: true, properties: { ...ownFields(termNames(deployment)), ...named, milestones } });
}
