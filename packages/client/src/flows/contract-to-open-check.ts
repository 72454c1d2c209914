import type { Deployment } from '../document/registered.ts';
import type { Check } from '../rules/check.ts';
import { alwaysRequired, list, object, optional } from '../rules/containers.ts';
import { anything, number, text } from '../rules/values.ts';
import {
  givenFields,
  madeFields,
  madePartyFields,
  milestoneCheckOf,
  partyCheckOf,
  termNames,
} from './contract-terms.ts';

/** One check for values of a type, and another for all other values. */
const byType = (type: 'string' | 'number' | 'object', check: Check, otherwise: Check): Check => ({
  run: (value, path, findings) => (typeof value === type ? check : otherwise).run(value, path, findings),
});

const optionalNumber = optional(number({}));
const rate = object({
  closed: true,
  remedy: 'Give an amount, or a rate such as { rate: 0.05 }.',
  properties: { rate: alwaysRequired(number({})) },
});
const term = optional(anything());

const terms = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, term]));

/** Checks somebody by phone, with the fields that the document has for a party of this role. */
function personCheck(deployment: Deployment, role: keyof Deployment['partyRoles'], shares = {}): Check {
  const own = givenFields(partyCheckOf(deployment, deployment.partyRoles[role]), madePartyFields);
  return object({
    closed: true,
    properties: { ...terms(own), phoneNumber: alwaysRequired(deployment.registeredPhone), ...shares },
  });
}

/** Checks the phone of a buyer or seller, or several with their shares. */
function peopleCheck(deployment: Deployment, role: 'CUSTOMER' | 'PROVIDER'): Check {
  const share = personCheck(deployment, role, { amount: optionalNumber, rate: optionalNumber });
  return byType(
    'string',
    deployment.registeredPhone,
    list({ items: share, remedy: 'Give a phone, or a list of shares such as { phoneNumber, rate: 0.3 }.' }),
  );
}

/** Checks the phone of your organization's administrator, or the phone with fields that only the deployment has. */
export const brokerCheck = (deployment: Deployment): Check =>
  byType('object', personCheck(deployment, 'BROKER'), deployment.registeredPhone);

/** Creates the check of the shape of a shop's contract. The rules of the service are checked on the wire contract that is made from it. */
export function contractToOpenCheck(deployment: Deployment): Check {
  const milestone = object({
    closed: true,
    properties: {
      ...terms(givenFields(milestoneCheckOf(deployment), [...madeFields, 'currency', 'serviceTermsAccepted'])),
      title: alwaysRequired(text({})),
      description: optional(text({})),
      price: alwaysRequired(number({})),
      commission: optional(byType('number', number({}), rate)),
      deadline: alwaysRequired(anything()),
      buyer: alwaysRequired(peopleCheck(deployment, 'CUSTOMER')),
      seller: alwaysRequired(peopleCheck(deployment, 'PROVIDER')),
    },
  });
  return object({
    closed: true,
    properties: {
      ...terms(termNames(deployment)),
      title: alwaysRequired(text({})),
      description: optional(text({})),
      milestones: alwaysRequired(list({ items: milestone })),
    },
  });
}
