import type { Check } from '../rules/check.ts';
import { alwaysRequired, list, object, optional } from '../rules/containers.ts';
import { anything, number, text } from '../rules/values.ts';
import { termNames } from './contract-terms.ts';

/** One check for values of a type, and another for all other values. */
const byType = (type: 'string' | 'number', check: Check, otherwise: Check): Check => ({
  run: (value, path, findings) => (typeof value === type ? check : otherwise).run(value, path, findings),
});

const optionalNumber = optional(number({}));
const rate = object({
  closed: true,
  remedy: 'Give an amount, or a rate such as { rate: 0.05 }.',
  properties: { rate: alwaysRequired(number({})) },
});
const term = optional(anything());

/** Checks the phone of a buyer or seller, or several with their shares. */
function peopleCheck(registeredPhone: Check): Check {
  const share = object({
    closed: true,
    properties: { phoneNumber: alwaysRequired(registeredPhone), amount: optionalNumber, rate: optionalNumber },
  });
  return byType(
    'string',
    registeredPhone,
    list({ items: share, remedy: 'Give a phone, or a list of shares such as { phoneNumber, rate: 0.3 }.' }),
  );
}

/** Creates the check of the shape of a shop's contract. The rules of the service are checked on the wire contract that is made from it. */
export function contractToOpenCheck(registeredPhone: Check): Check {
  const people = peopleCheck(registeredPhone);
  const milestone = object({
    closed: true,
    properties: {
      title: alwaysRequired(text({})),
      description: optional(text({})),
      price: alwaysRequired(number({})),
      commission: optional(byType('number', number({}), rate)),
      deadline: alwaysRequired(anything()),
      buyer: alwaysRequired(people),
      seller: alwaysRequired(people),
      returnPolicy: term,
      returnFeePayee: term,
    },
  });
  return object({
    closed: true,
    properties: {
      ...Object.fromEntries(termNames.map((name) => [name, term])),
      title: alwaysRequired(text({})),
      description: optional(text({})),
      milestones: alwaysRequired(list({ items: milestone })),
    },
  });
}
