import { isSuccess } from '../is-success.ts';
import { mostValues } from './field-tallies.ts';
import { type Finder, type Finding, showed } from './finding.ts';
import { createSample, type Sample } from './sample.ts';
import type { SchemaPlaces } from './schema-places.ts';
import { createSighting, increase, type Sighting, sight, sightIn, sumOf, type Tally } from './sighting.ts';

const mostParameters = 500;

interface ParameterTally extends Sighting {
  values: Sample<Sighting>;
}

/** Finds the query parameters of requests that the service served: those that the document does not have, and values of the others. */
export function createParameterFinder(places: SchemaPlaces): Finder {
  const seen = createSample<ParameterTally, { operation: string; name: string }>(mostParameters, () => ({
    ...createSighting(),
    values: createSample(mostValues, createSighting),
  }));
  const served: Tally = {};
  return {
    add: (exchange) => {
      const { operation, status, request } = exchange;
      if (operation === undefined || !isSuccess(status)) return;
      increase(served, operation);
      const query = (request.parameters ?? []).filter((parameter) => parameter.in === 'query');
      for (const { name, value } of query) {
        const tally = seen.get({ operation, name });
        if (!tally) continue;
        sight(tally, exchange);
        if ('value' in value && typeof value.value === 'string') sightIn(tally.values, value.value, exchange);
      }
    },
    list: () =>
      seen.entries().flatMap(([{ operation, name }, tally]): Finding[] => {
        const place = places.operations.get(operation);
        if (!place) return [];
        const head = { operation, message: 'request', pointer: `?${name}` } as const;
        const documented = place.parameters.find((own) => own.in === 'query' && own.name === name);
        if (!documented)
          return [
            {
              ...head,
              part: 'not in the document',
              subject: 'field',
              text: `${operation} is served with the query parameter ${name}.`,
              ...showed(tally, served[operation]),
              learned: { kind: 'parameter', name },
            },
          ];
        const known = documented.schema['x-known-values'];
        const values = known && !tally.values.isPartial() ? tally.values.entries() : [];
        const outOf = sumOf(values.map(([, { count }]) => count));
        const unknown = values.filter(([value]) => !known?.includes(value));
        return unknown.map(([value, sighting]) => ({
          ...head,
          part: 'shown now',
          subject: 'enumeration',
          text: `${operation} takes ${JSON.stringify(value)} as ${name}; known were ${known?.join(', ')}.`,
          ...showed(sighting, outOf),
        }));
      }),
  };
}
