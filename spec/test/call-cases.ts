import {
  exampleBodyOf,
  getOperation,
  type OperationId,
  operations,
  type Parameter,
  type RuleHolder,
  rules,
  type ServiceOperation,
} from '../src/index.ts';
import type { RequestParts } from '../src/validate.ts';
import { type SchemaCase, schemaCases } from './schema-cases.ts';

/** A rule held by the body of an operation: a call that follows it, and one that breaks only this rule. */
export interface CallCase {
  rule: string;
  operationId: OperationId;
  accepted: { title: string; request: RequestParts };
  refused: { title: string; request: RequestParts };
  /** The rule that the refusal names. */
  named: string;
}

/** Schemas that are part of a body, with a function that wraps their value into the body. */
const bodyOf: Record<string, { schema: string; wrap: (value: unknown) => unknown }> = {
  MilestoneRequest: { schema: 'AddMilestonesRequest', wrap: (value) => ({ milestones: [value] }) },
  Party: { schema: 'AddPartiesRequest', wrap: withParty },
};

/** The document's example with another party of the same role. */
function withParty(value: unknown): unknown {
  const { role } = value as { role: string };
  const { mileStonesParties } = exampleBodyOf(getOperation('addParties')) as {
    mileStonesParties: Record<string, { role: string }[]>;
  };
  const lists = Object.entries(mileStonesParties).map(([id, parties]) => [
    id,
    parties.map((party) => (party.role === role ? value : party)),
  ]);
  return { mileStonesParties: Object.fromEntries(lists) };
}

function toCallCases({ rule, schema, accepts, refuses, named }: SchemaCase): CallCase[] {
  const body = bodyOf[schema] ?? { schema, wrap: (value: unknown) => value };
  const accepting = operations.filter((operation) => operation.body?.schema.$ref?.endsWith(`/${body.schema}`));
  return accepting.map((operation) => {
    const request = (value: unknown) => ({ ...parametersOf(operation), body: body.wrap(value) });
    return {
      rule,
      operationId: operation.id,
      accepted: { title: accepts[0], request: request(accepts[1]) },
      refused: { title: refuses[0], request: request(refuses[1]) },
      named,
    };
  });
}

function parametersOf({ parameters }: ServiceOperation): RequestParts {
  const examples = (place: Parameter['in']) =>
    Object.fromEntries(parameters.filter((it) => it.in === place).map(({ name, example }) => [name, String(example)]));
  return { path: examples('path'), query: examples('query') };
}

const callCases = schemaCases.flatMap(toCallCases);

/** The cases of the rules that this part holds. */
export const callCasesOf = (holder: RuleHolder): CallCase[] =>
  callCases.filter(({ rule, named }) => [rule, named].every((id) => rules[id]?.heldBy.includes(holder)));

/** The tests that run these cases, by the rule ids in their titles. */
export const callTestsOf = (holder: RuleHolder): { rule: string; isRefusal: boolean }[] =>
  callCasesOf(holder).flatMap(({ rule }) => [false, true].map((isRefusal) => ({ rule, isRefusal })));
