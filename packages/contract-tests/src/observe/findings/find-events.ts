import { isSuccess } from '../is-success.ts';
import type { KeptValue } from '../kept-exchange.ts';
import { eventStatusOf } from './field-tallies.ts';
import { certaintyOf, type Finder, type Finding, showed } from './finding.ts';
import { paymentStart, placeStates } from './place-states.ts';
import { createSample } from './sample.ts';
import { knownStatusesOf, type OperationPlace, type SchemaPlaces } from './schema-places.ts';
import { createSighting, increase, joinSightings, sightIn, type Tally } from './sighting.ts';

/** More are not statuses. */
const mostStatuses = 50;
/** The order is taken from so many milestones. */
const mostMilestones = 2000;

interface KnownStates {
  /** The states of a milestone, in their order. */
  states: readonly string[];
  places: SchemaPlaces;
  /** The first of them as answers have it. */
  first(): string | undefined;
}

/** Finds the statuses of the events of a webhook, and in which order each milestone had them. */
export function createEventFinder({ id }: OperationPlace, { states, places, first }: KnownStates): Finder {
  const reported = knownStatusesOf(id, places).toSorted((one, other) => states.indexOf(one) - states.indexOf(other));
  const seen = createSample(mostStatuses, createSighting);
  const milestones = createSample(mostMilestones, () => createSample(mostStatuses, () => ({ at: '' })));
  const noteStep = (milestone: KeptValue | undefined, name: string, at: string): void => {
    if (!milestone || !('value' in milestone)) return;
    const step = milestones.get(String(milestone.value))?.get(name);
    if (step && (step.at === '' || at < step.at)) step.at = at;
  };
  return {
    add: (exchange) => {
      const { at, request, operation } = exchange;
      if (operation === paymentStart && isSuccess(exchange.status)) {
        const milestone = request.parameters?.find(({ name }) => name === 'milestoneId')?.value;
        return noteStep(milestone, paymentStart, at);
      }
      const status = operation === id ? eventStatusOf(request) : '';
      if (status === '') return;
      sightIn(seen, status, exchange);
      noteStep(request.fields.find(({ pointer }) => pointer === '/contractId')?.value, status, at);
    },
    list: () => {
      const sequences = milestones.entries().map(([, steps]) => steps.entries());
      const order =
        orderOf(sequences) ?? orderOf(sequences.map((steps) => steps.filter(([name]) => name !== paymentStart)));
      const isClaimed = order && certaintyOf(order.count) !== 'seen';
      const placed = isClaimed ? placeStates(order.names, { states, reported, first: first() }) : undefined;
      const ordered = order?.names.filter((name) => name !== paymentStart) ?? [];
      const head = { part: 'shown now', subject: 'event', operation: id } as const;
      const { count: all } = joinSightings(seen.entries().map(([, sighting]) => sighting));
      const unknown = seen.entries().filter(([status]) => !reported.includes(status));
      return [
        ...unknown.map(([status, sighting]): Finding => {
          const inPlaceOf = placed?.get(status);
          const place = inPlaceOf === undefined ? '' : `, where the document has ${inPlaceOf}`;
          return {
            ...head,
            eventStatus: status,
            text: `There are events with the status ${status}${place}.`,
            ...showed(sighting, all),
            learned:
              inPlaceOf === undefined ? { kind: 'event status', status } : { kind: 'state', name: status, inPlaceOf },
          };
        }),
        ...(order && ordered.length > 1
          ? [{ ...head, text: describeOrder(ordered, { placed, states }), ...showed(order) }]
          : []),
      ];
    },
  };
}

/** Statuses in the order in which milestones have them. */
interface Order {
  names: string[];
  /** How many milestones show that one comes after the one before it: the fewest of all. */
  count: number;
}

/** The order that no milestone contradicts; undefined if there is none, or two of them were never seen of one milestone. */
function orderOf(sequences: readonly [name: string, { at: string }][][]): Order | undefined {
  const before: Tally = {};
  for (const steps of sequences)
    for (const [one, { at }] of steps)
      for (const [other, { at: later }] of steps) if (at < later) increase(before, `${one}\n${other}`);
  const countOf = (one: string, other: string): number => before[`${one}\n${other}`] ?? 0;
  const names = [...new Set(sequences.flatMap((steps) => steps.map(([name]) => name)))].sort();
  const isDecided = names.every((one) =>
    names.every((other) => one === other || countOf(one, other) > 0 !== countOf(other, one) > 0),
  );
  if (!isDecided) return undefined;
  names.sort((one, other) => (countOf(one, other) > 0 ? -1 : 1));
  return { names, count: Math.min(...names.slice(1).map((name, index) => countOf(names[index] ?? '', name))) };
}

function describeOrder(
  names: readonly string[],
  { placed, states }: { placed: ReadonlyMap<string, string> | undefined; states: readonly string[] },
): string {
  const places = names.map((name) => states.indexOf(placed?.get(name) ?? name)).filter((place) => place >= 0);
  const isKnown = places.every((place, index) => index === 0 || (places[index - 1] ?? 0) <= place);
  const differs = isKnown ? '' : ', which differs from the order of x-milestone-states (STATE-4a)';
  return `The events of a milestone come in the order ${names.join(', ')}${differs}.`;
}
