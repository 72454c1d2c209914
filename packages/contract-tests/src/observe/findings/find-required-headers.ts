import type { OpenApiDocument } from '@escrow-kit/spec';
import type { KeptExchange } from '../kept-exchange.ts';
import { certaintyOf, type Finding } from './finding.ts';
import { createSample } from './sample.ts';
import { isSuccess, type SchemaPlaces } from './schema-places.ts';
import { createSighting, increase, type Sighting, sightIn, type Tally } from './sighting.ts';

/** Keeps which headers requests need that the document does not have: valid requests were served only with them, and refused without. */
export interface RequiredHeaderTallies {
  add(exchange: KeptExchange, run: string): void;
  list(): Finding[];
}

const mostKinds = 5000;
const mostTokens = 2000;
const mostKindsOfToken = 200;

/** Statuses by which a service may say that a header is missing. A 401 is of the token, which may have expired. */
const ofMissing: readonly number[] = [400, 403, 422, 428];

/** Headers of HTTP, of browsers, tracing and proxies, and what authenticates. */
const general =
  /^(accept|authorization|b3|baggage|cache-control|connection|content-.*|cookie|dnt|expect|forwarded|host|if-.*|keep-alive|origin|pragma|priority|range|referer|traceparent|tracestate|transfer-encoding|upgrade.*|x-b3-.*|x-forwarded-.*|x-real-ip|x-requested-with|\*)$/;

/** Creates empty tallies. */
export function createRequiredHeaderTallies(
  places: SchemaPlaces,
  { components: { securitySchemes: schemes } }: OpenApiDocument,
): RequiredHeaderTallies {
  const served = createSample(mostKinds, createSighting);
  const refused = createSample(mostKinds, createSighting);
  /** Refusals by the token that was sent, whose kind another call may show. */
  const tokens = createSample(mostTokens, () => ({
    kind: '',
    refused: createSample(mostKindsOfToken, createSighting),
  }));
  /** All requests of an operation that count, and, with a name, those with that header. */
  const keyOf = (operation: string, name = ''): string => `${operation} ${name}`;
  const isOfKind = (key: string, kind: string): boolean => {
    const [operation = ''] = key.split(' ');
    const { security = [] } = places.operations.get(operation)?.definition ?? {};
    return security.flatMap((one) => Object.keys(one)).some((scheme) => schemes[scheme]?.['x-token'] === kind);
  };
  const needsToken = (operation: string): boolean =>
    places.operations.get(operation)?.definition.security?.length !== 0;
  const noteToken = (label: string, kind = '') => {
    const token = tokens.get(label);
    if (token && kind !== '') token.kind = kind;
    return token;
  };
  /** How many valid requests were refused, by key. */
  const countRefused = (): Tally => {
    const counts: Tally = {};
    for (const [key, { count }] of refused.entries()) increase(counts, key, count);
    for (const [, { kind, refused: own }] of tokens.entries()) {
      // Of a token with more kinds of requests than are kept, no count is whole.
      if (kind === '' || own.isPartial()) continue;
      for (const [key, { count }] of own.entries()) if (isOfKind(key, kind)) increase(counts, key, count);
    }
    return counts;
  };
  return {
    add: (exchange, run) => {
      const { operation, status = 0, request, sentToken } = exchange;
      const token = sentToken && noteToken(`${run} ${sentToken.label}`, sentToken.kind);
      const isServed = isSuccess(status);
      if (operation === undefined || !(isServed || isRefusedThoughValid(exchange))) return;
      const sample = isServed ? served : needsToken(operation) ? token?.refused : refused;
      const names = Object.keys(request.headers).filter((name) => !general.test(name));
      if (sample) for (const name of ['', ...names]) sightIn(sample, keyOf(operation, name), exchange);
    },
    list: () => {
      const counts = countRefused();
      return served.entries().flatMap(([key, withHeader]) => {
        const [operation = '', name = ''] = key.split(' ');
        const isDocumented = places.operations
          .get(operation)
          ?.parameters.some((own) => own.in === 'header' && own.name.toLowerCase() === name);
        const all = served.find(keyOf(operation))?.count ?? 0;
        const refusedWith = counts[key] ?? 0;
        const withoutHeader = (counts[keyOf(operation)] ?? 0) - refusedWith;
        const isNeeded = withHeader.count === all && withoutHeader > 0 && refusedWith < withHeader.count;
        return name === '' || isDocumented || !isNeeded
          ? []
          : [toFinding(operation, name, { withHeader, withoutHeader })];
      });
    },
  };
}

/** Whether a request has all that the document asks for, if its token is one of the right kind, and was refused. */
const isRefusedThoughValid = ({ status = 0, refusedFor, violations }: KeptExchange): boolean =>
  refusedFor.length === 0 && !violations.some(({ at }) => at.startsWith('status')) && ofMissing.includes(status);

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
