import { registeredPhone } from '../generated/checks.ts';
import type { Check } from '../rules/check.ts';
import { list, needed, object, optional } from '../rules/containers.ts';
import { anything, number, text } from '../rules/values.ts';
import { termNames } from './contract-terms.ts';

/** One check for values of a type, and another for all other values. */
const byType = (type: 'string' | 'number', check: Check, otherwise: Check): Check => ({
  run: (value, path, findings) => (typeof value === type ? check : otherwise).run(value, path, findings),
});

const share = object({
  closed: true,
  properties: { phoneNumber: needed(registeredPhone), amount: optional(number({})), rate: optional(number({})) },
});
const people = byType(
  'string',
  registeredPhone,
  list({ items: share, remedy: 'Give a phone, or a list of shares such as { phoneNumber, rate: 0.3 }.' }),
);
const rate = object({
  closed: true,
  remedy: 'Give an amount, or a rate such as { rate: 0.05 }.',
  properties: { rate: needed(number({})) },
});
const term = optional(anything());

const milestone = object({
  closed: true,
  properties: {
    title: needed(text({})),
    description: optional(text({})),
    price: needed(number({})),
    commission: optional(byType('number', number({}), rate)),
    deadline: needed(anything()),
    buyer: needed(people),
    seller: needed(people),
    returnPolicy: term,
    returnFeePayee: term,
  },
});

/** Checks the shape of a shop's contract. The rules of the service are checked on the wire contract that is made from it. */
export const contractToOpenCheck: Check = object({
  closed: true,
  properties: {
    ...Object.fromEntries(termNames.map((name) => [name, term])),
    title: needed(text({})),
    description: optional(text({})),
    milestones: needed(list({ items: milestone })),
  },
});
