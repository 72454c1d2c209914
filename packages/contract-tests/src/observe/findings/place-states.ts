import { isSuccess } from '../is-success.ts';
import type { FieldTallies } from './field-tallies.ts';
import { certaintyOf, type Finding, isOfKind } from './finding.ts';
import type { SchemaPlaces } from './schema-places.ts';

/** Stands in an order for the call that starts the payment, which comes before the buyer pays. */
export const paymentStart = 'startPayment';

/** What is known of the states of a milestone. */
export interface KnownStates {
  /** The states of the document, in their order. */
  states: readonly string[];
  /** Those of them that events report, in the same order, from the one that says that the buyer paid. */
  reported: readonly string[];
  /** The first state as the service calls it, if answers show it. */
  first: string | undefined;
}

/**
 * Tells the document's state that statuses of an order stand for. Undefined if several places are possible: from the payment on, as many
 * have to come as events report, those before it have to be the first states, and those of the document at their own places. Another
 * name from the payment on stands for a state only if what is known comes right before and after it: a state of the document, the
 * start of the payment, or nothing.
 */
export function placeStates(
  order: readonly string[],
  { states, reported, first }: KnownStates,
): ReadonlyMap<string, string> | undefined {
  const paid = `${reported[0]}`;
  const start = [paymentStart, paid].map((name) => order.indexOf(name)).find((index) => index >= 0) ?? 0;
  const before = order.slice(0, start).filter((name) => name !== first);
  const after = order.slice(start).filter((name) => name !== paymentStart);
  const earlier = first === undefined ? before : [first, ...before];
  const earlierStates = states.slice(0, states.indexOf(paid));
  const isEachPlaced = before.length === 0 || earlier.length === earlierStates.length;
  if (!isEachPlaced || after.length !== reported.length) return undefined;
  const names = [...earlier, ...after];
  const standing = [...earlierStates.slice(0, earlier.length), ...reported];
  const isElsewhere = (name: string, index: number) =>
    names.indexOf(name) !== index || (states.includes(name) && standing[index] !== name);
  if (names.some(isElsewhere)) return undefined;
  const isKnown = after.map((name, index) => states.includes(name) || (index === 0 && order.includes(paymentStart)));
  const isPlaced = (index: number) =>
    isKnown[index] || [isKnown[index - 1], isKnown[index + 1]].every((isNextKnown) => isNextKnown !== false);
  const placed = names.filter((_name, index) => index < earlier.length || isPlaced(index - earlier.length));
  return new Map(placed.map((name) => [name, standing[names.indexOf(name)] ?? name]));
}

/** The fields of the answers of an operation that have the first state alone, by the document. */
function listFirstStates(operation: string, places: SchemaPlaces, first: string): string[] {
  const statuses = Object.keys(places.operations.get(operation)?.responses ?? {})
    .map(Number)
    .filter(isSuccess);
  return statuses.flatMap((status) =>
    places
      .list({ operation, message: 'response', status })
      .filter(({ schema }) => schema.enum?.length === 1 && schema.enum[0] === first)
      .map(({ pointer }) => pointer),
  );
}

/**
 * Finds the name that the first state has in every answer where the document has that state alone. Undefined if they differ, or one
 * of these operations did not show it often enough.
 */
export function findFirstState(fields: FieldTallies, places: SchemaPlaces, first: string): string | undefined {
  const successes = fields.messages().filter(({ key }) => isSuccess(key.status));
  const named = [...places.operations.keys()].flatMap((id) =>
    listFirstStates(id, places, first).map((pointer) => {
      const own = successes
        .filter(({ key }) => key.operation === id)
        .flatMap((message) => message.field(pointer) ?? []);
      const seen = own.reduce((sum, { messages }) => sum + messages.count, 0);
      const [name, ...others] = new Set(own.flatMap((field) => field.values()?.map(({ value }) => value)));
      return others.length === 0 && certaintyOf(seen) !== 'seen' ? name : undefined;
    }),
  );
  const [name, ...others] = new Set(named);
  return typeof name === 'string' && others.length === 0 ? name : undefined;
}

/** Where answers have another value than the first state of the document, it is the name of that state. */
export function nameFirstState(
  findings: readonly Finding[],
  { places, state, first }: { places: SchemaPlaces; state: string; first: string | undefined },
): Finding[] {
  return findings.map((finding) => {
    const { operation = '', message, pointer = '' } = finding;
    const isState = message === 'response' && isOfKind(finding, 'values') && first !== undefined;
    return isState && listFirstStates(operation, places, state).includes(pointer)
      ? { ...finding, learned: { kind: 'state', name: first, inPlaceOf: state } }
      : finding;
  });
}
