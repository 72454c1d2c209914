import type { Schema } from '@escrow-kit/spec';
import type { KeptExchange, KeptValue } from '../kept-exchange.ts';
import { certaintyOf, type Finding } from './finding.ts';
import { createSample } from './sample.ts';
import { isSuccess, type OperationPlace, type SchemaPlaces } from './schema-places.ts';
import { createSighting, increase, type Sighting, sight, sightIn, type Tally } from './sighting.ts';

/** Keeps the query parameters of requests that the service served: those that the document does not have, and values of the others. */
export interface ParameterTallies {
  add(exchange: KeptExchange): void;
  list(): Finding[];
}

const mostParameters = 500;
/** More are not an enumeration. */
const mostValues = 24;

/** Creates empty tallies. */
export function createParameterTallies(places: SchemaPlaces): ParameterTallies {
  const seen = createSample(mostParameters, () => ({
    ...createSighting(),
    values: createSample(mostValues, createSighting),
  }));
  const served: Tally = {};
  return {
    add: (exchange) => {
      const { operation, status = 0, request } = exchange;
      if (operation === undefined || !isSuccess(status)) return;
      increase(served, operation);
      for (const { name, in: place, value } of request.parameters ?? []) {
        const tally = place === 'query' ? seen.get(JSON.stringify([operation, name])) : undefined;
        if (!tally) continue;
        sight(tally, exchange);
        if (isText(value)) sightIn(tally.values, value.value, exchange);
      }
    },
    list: () =>
      seen.entries().flatMap(([key, { values, ...sighting }]) => {
        const [id, name] = JSON.parse(key) as [string, string];
        const operation = places.operations.get(id);
        if (!operation) return [];
        const schema = operation.parameters.find((own) => own.in === 'query' && own.name === name)?.schema;
        const about = { operation: id, message: 'request', pointer: `?${name}` } as const;
        if (!schema) return [findNew(operation, { ...about, ...sighting, outOf: served[id] ?? sighting.count }, name)];
        return values.isPartial() ? [] : findValues(schema, { about, name, values: values.entries() });
      }),
  };
}

const isText = (value: KeptValue): value is { value: string; type: 'string' } =>
  'value' in value && typeof value.value === 'string';

type About = Pick<Finding, 'operation' | 'message' | 'pointer'>;

function findNew({ id }: OperationPlace, about: About & Sighting & { outOf: number }, name: string): Finding {
  return {
    part: 'not in the document',
    subject: 'field',
    ...about,
    text: `${id} is served with the query parameter ${name}.`,
    certainty: certaintyOf(about.count),
    learned: { kind: 'parameter', name },
  };
}

interface SeenValues {
  about: About;
  name: string;
  values: [value: string, sighting: Sighting][];
}

function findValues({ 'x-known-values': known }: Schema, { about, name, values }: SeenValues): Finding[] {
  const outOf = values.reduce((sum, [, { count }]) => sum + count, 0);
  return values
    .filter(([value]) => known !== undefined && !known.includes(value))
    .map(([value, sighting]) => ({
      part: 'shown now',
      subject: 'enumeration',
      ...about,
      text: `${about.operation} takes ${JSON.stringify(value)} as ${name}; known were ${known?.join(', ')}.`,
      ...sighting,
      outOf,
      certainty: certaintyOf(sighting.count),
    }));
}
