import type { KeptExchange } from '../kept-exchange.ts';
import { certaintyOf, type Finding } from './finding.ts';
import { createSample } from './sample.ts';
import { isSuccess, type SchemaPlaces } from './schema-places.ts';
import { createSighting, type Sighting, sightIn } from './sighting.ts';

/** Keeps which headers requests need that the document does not have: valid requests were served only with them, and refused without. */
export interface RequiredHeaderTallies {
  add(exchange: KeptExchange): void;
  list(): Finding[];
}

const mostKinds = 5000;

/** Statuses by which a service may say that a header is missing. */
const ofMissing: readonly number[] = [400, 401, 403, 422, 428];

/** Headers of HTTP, of browsers, tracing and proxies, and what authenticates. */
const general =
  /^(accept|authorization|b3|baggage|cache-control|content-.*|cookie|dnt|expect|forwarded|if-.*|origin|pragma|priority|range|referer|traceparent|tracestate|upgrade.*|x-b3-.*|x-forwarded-.*|x-real-ip|x-requested-with|\*)$/;

/** Creates empty tallies. */
export function createRequiredHeaderTallies(places: SchemaPlaces): RequiredHeaderTallies {
  const served = createSample(mostKinds, createSighting);
  const refused = createSample(mostKinds, createSighting);
  /** All requests of an operation that count, and, with a name, those with that header. */
  const keyOf = (operation: string, name = ''): string => `${operation} ${name}`;
  return {
    add: (exchange) => {
      const { operation, at, status = 0, request } = exchange;
      const isServed = isSuccess(status);
      if (operation === undefined || !(isServed || isRefusedThoughValid(exchange, places))) return;
      const sample = isServed ? served : refused;
      const names = Object.keys(request.headers).filter((name) => !general.test(name));
      for (const name of ['', ...names]) sightIn(sample, keyOf(operation, name), at);
    },
    list: () =>
      served.entries().flatMap(([key, withHeader]) => {
        const [operation = '', name = ''] = key.split(' ');
        const isDocumented = places.operations
          .get(operation)
          ?.parameters.some((own) => own.in === 'header' && own.name.toLowerCase() === name);
        const all = served.find(keyOf(operation))?.count ?? 0;
        const refusedWith = refused.find(key)?.count ?? 0;
        const withoutHeader = (refused.find(keyOf(operation))?.count ?? 0) - refusedWith;
        const isNeeded = withHeader.count === all && withoutHeader > 0 && refusedWith < withHeader.count;
        return name === '' || isDocumented || !isNeeded
          ? []
          : [toFinding(operation, name, { withHeader, withoutHeader })];
      }),
  };
}

/** Whether a request has all that the document asks for, with a token that is known to be one, and was refused. */
function isRefusedThoughValid(
  { operation = '', status = 0, refusedFor, violations, sentToken }: KeptExchange,
  places: SchemaPlaces,
): boolean {
  const needsToken = places.operations.get(operation)?.definition.security?.length !== 0;
  const isValid = refusedFor.length === 0 && !violations.some(({ at }) => at === 'status');
  return isValid && (!needsToken || sentToken?.kind !== undefined) && ofMissing.includes(status);
}

function toFinding(
  operation: string,
  name: string,
  { withHeader, withoutHeader }: { withHeader: Sighting; withoutHeader: number },
): Finding {
  return {
    part: 'not in the document',
    subject: 'header',
    operation,
    message: 'request',
    text: `${operation} is served only with the request header ${name}, and refuses valid requests without it.`,
    ...withHeader,
    outOf: withHeader.count,
    certainty: certaintyOf(Math.min(withHeader.count, withoutHeader)),
    learned: { kind: 'required header', name },
  };
}
