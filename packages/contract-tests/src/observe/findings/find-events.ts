import type { KeptExchange } from '../kept-exchange.ts';
import { eventStatusOf } from './field-tallies.ts';
import { certaintyOf, type Finding } from './finding.ts';
import { createSample } from './sample.ts';
import { knownStatusesOf, type OperationPlace, type SchemaPlaces } from './schema-places.ts';
import { createSighting, sightIn } from './sighting.ts';

/** Keeps the statuses of events, and in which order each milestone had them. */
export interface EventTallies {
  add(exchange: KeptExchange): void;
  /** The statuses seen. */
  statuses(): string[];
  list(): Finding[];
}

/** More are not statuses. */
const mostStatuses = 50;
/** The order is taken from so many milestones. */
const mostMilestones = 2000;

/** Creates empty tallies of a webhook. `states` are those of a milestone, in their order. */
export function createEventTallies(
  operation: OperationPlace,
  { states, places }: { states: readonly string[]; places: SchemaPlaces },
): EventTallies {
  const known = knownStatusesOf(operation.id, places).toSorted(
    (one, other) => states.indexOf(one) - states.indexOf(other),
  );
  const seen = createSample(mostStatuses, createSighting);
  const milestones = createSample(mostMilestones, () => createSample(mostStatuses, () => ({ at: '' })));
  return {
    add: ({ at, request, operation: id }) => {
      if (id !== operation.id) return;
      const status = eventStatusOf(request);
      if (status === undefined) return;
      sightIn(seen, status, at);
      const milestone = request.fields.find(({ pointer }) => pointer === '/contractId')?.value;
      if (!milestone || !('value' in milestone)) return;
      const first = milestones.get(String(milestone.value))?.get(status);
      if (first && (first.at === '' || at < first.at)) first.at = at;
    },
    statuses: () => seen.entries().map(([status]) => status),
    list: () => {
      const sequences = milestones.entries().map(([, own]) => sequenceOf(own.entries()));
      const order = orderOf(sequences);
      const total = seen.entries().reduce((sum, [, { count }]) => sum + count, 0);
      return [
        ...seen.entries().flatMap(([status, { count, firstAt, lastAt }]): Finding[] => {
          if (known.includes(status)) return [];
          const inPlaceOf = order && replacedBy(status, order, known);
          const place = inPlaceOf === undefined ? '' : `, where the document has ${inPlaceOf}`;
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
              learned: { kind: 'event status', status, ...(inPlaceOf !== undefined && { inPlaceOf }) },
            },
          ];
        }),
        ...findOrder(operation.id, { sequences, order, states, known }),
      ];
    },
  };
}

const sequenceOf = (entries: [string, { at: string }][]): string[] =>
  entries.toSorted(([, one], [, other]) => (one.at < other.at ? -1 : 1)).map(([status]) => status);

/** The order of statuses that no milestone contradicts; undefined if there is none, or two statuses were never seen of one milestone. */
function orderOf(sequences: readonly string[][]): string[] | undefined {
  const before = new Set(
    sequences.flatMap((sequence) =>
      sequence.flatMap((one, index) => sequence.slice(index + 1).map((other) => `${one}\n${other}`)),
    ),
  );
  const statuses = [...new Set(sequences.flat())].sort();
  const isDecided = statuses.every((one) =>
    statuses.every((other) => one === other || before.has(`${one}\n${other}`) !== before.has(`${other}\n${one}`)),
  );
  if (!isDecided) return undefined;
  return statuses.toSorted((one, other) => (before.has(`${one}\n${other}`) ? -1 : 1));
}

/** The status of the document that another one stands for: the one at its place, if as many statuses came as the document has. */
function replacedBy(status: string, order: readonly string[], known: readonly string[]): string | undefined {
  if (order.length !== known.length) return undefined;
  const own = known[order.indexOf(status)];
  return own !== undefined && !order.includes(own) ? own : undefined;
}

interface Order {
  sequences: readonly string[][];
  order: readonly string[] | undefined;
  states: readonly string[];
  known: readonly string[];
}

function findOrder(operation: string, { sequences, order, states, known }: Order): Finding[] {
  const longer = sequences.filter(({ length }) => length > 1);
  if (!order || order.length < 2 || longer.length === 0) return [];
  const places = order.map((status) => states.indexOf(replacedBy(status, order, known) ?? status));
  const isKnown = places.every((place, index) => index === 0 || (places[index - 1] ?? 0) <= place);
  const differs = isKnown ? '' : ', which differs from the order of x-milestone-states (STATE-4a)';
  return [
    {
      part: 'shown now',
      subject: 'event',
      operation,
      text: `The events of a milestone come in the order ${order.join(', ')}${differs}.`,
      count: longer.length,
      outOf: longer.length,
      certainty: certaintyOf(longer.length),
    },
  ];
}
