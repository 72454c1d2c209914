import type { KeptExchange, KeptValue } from '../kept-exchange.ts';
import { eventStatusOf } from './field-tallies.ts';
import { certaintyOf, type Finding } from './finding.ts';
import { paymentStart, placeStates } from './place-states.ts';
import { createSample } from './sample.ts';
import { isSuccess, knownStatusesOf, type OperationPlace, type SchemaPlaces } from './schema-places.ts';
import { createSighting, increase, sight, type Tally } from './sighting.ts';

/** Keeps the statuses of events, and in which order each milestone had them. */
export interface EventTallies {
  add(exchange: KeptExchange, run: string): void;
  /** The statuses seen. */
  statuses(): string[];
  /** `first` is the first state of a milestone as answers have it. */
  list(first: string | undefined): Finding[];
}

/** More are not statuses. */
const mostStatuses = 50;
/** The order is taken from so many milestones; of a status, so many events are told from their repetitions. */
const mostMilestones = 2000;

/** Creates empty tallies of a webhook. `states` are those of a milestone, in their order. */
export function createEventTallies(
  operation: OperationPlace,
  { states, places }: { states: readonly string[]; places: SchemaPlaces },
): EventTallies {
  const reported = knownStatusesOf(operation.id, places).toSorted(
    (one, other) => states.indexOf(one) - states.indexOf(other),
  );
  const seen = createSample(mostStatuses, () => ({
    ...createSighting(),
    events: createSample(mostMilestones, () => true),
  }));
  const milestones = createSample(mostMilestones, () => createSample(mostStatuses, () => ({ at: '' })));
  const noteStep = (milestone: KeptValue | undefined, name: string, at: string): void => {
    if (!milestone || !('value' in milestone)) return;
    const step = milestones.get(String(milestone.value))?.get(name);
    if (step && (step.at === '' || at < step.at)) step.at = at;
  };
  return {
    add: ({ at, request, operation: id, status: answered = 0, eventLabel = at }, run) => {
      if (id === paymentStart && isSuccess(answered)) {
        const milestone = request.parameters?.find(({ name }) => name === 'milestoneId')?.value;
        return noteStep(milestone, paymentStart, at);
      }
      const status = id === operation.id ? eventStatusOf(request) : undefined;
      if (status === undefined) return;
      const sighting = seen.get(status);
      if (sighting) sight(sighting, { at });
      sighting?.events.get(`${run} ${eventLabel}`);
      noteStep(request.fields.find(({ pointer }) => pointer === '/contractId')?.value, status, at);
    },
    statuses: () => seen.entries().map(([status]) => status),
    list: (first) => {
      const sequences = milestones.entries().map(([, steps]) => steps.entries());
      const order =
        orderOf(sequences) ?? orderOf(sequences.map((steps) => steps.filter(([name]) => name !== paymentStart)));
      const known = { states, reported, first };
      const placed = order && certaintyOf(order.count) !== 'seen' ? placeStates(order.names, known) : undefined;
      const counts = seen.entries().map(([status, { events }]) => [status, events.entries().length] as const);
      const total = counts.reduce((sum, [, count]) => sum + count, 0);
      return [
        ...seen.entries().flatMap(([status, { firstAt, lastAt, events }]): Finding[] => {
          if (reported.includes(status)) return [];
          const inPlaceOf = placed?.get(status);
          const place = inPlaceOf === undefined ? '' : `, where the document has ${inPlaceOf}`;
          const count = events.entries().length;
          return [
            {
              part: 'shown now',
              subject: 'event',
              operation: operation.id,
              eventStatus: status,
              text: `There are events with the status ${status}${place}.`,
              count,
              outOf: total,
              certainty: certaintyOf(count),
              firstAt,
              lastAt,
              learned:
                inPlaceOf === undefined ? { kind: 'event status', status } : { kind: 'state', name: status, inPlaceOf },
            },
          ];
        }),
        ...(order ? findOrder(operation.id, { order, placed, states }) : []),
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

function findOrder(
  operation: string,
  {
    order,
    placed,
    states,
  }: { order: Order; placed: ReadonlyMap<string, string> | undefined; states: readonly string[] },
): Finding[] {
  const names = order.names.filter((name) => name !== paymentStart);
  if (names.length < 2) return [];
  const places = names.map((name) => states.indexOf(placed?.get(name) ?? name)).filter((place) => place >= 0);
  const isKnown = places.every((place, index) => index === 0 || (places[index - 1] ?? 0) <= place);
  const differs = isKnown ? '' : ', which differs from the order of x-milestone-states (STATE-4a)';
  return [
    {
      part: 'shown now',
      subject: 'event',
      operation,
      text: `The events of a milestone come in the order ${names.join(', ')}${differs}.`,
      count: order.count,
      outOf: order.count,
      certainty: certaintyOf(order.count),
    },
  ];
}
