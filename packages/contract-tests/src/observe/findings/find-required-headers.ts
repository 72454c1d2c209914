import type { OpenApiDocument } from '@escrow-kit/spec';
import { isSuccess } from '../is-success.ts';
import type { KeptExchange } from '../kept-exchange.ts';
import { certaintyOf, type Finder, type Finding, showed } from './finding.ts';
import { createSample } from './sample.ts';
import type { SchemaPlaces } from './schema-places.ts';
import { createSighting, increase, type Sighting, sightIn, type Tally } from './sighting.ts';

const mostKinds = 5000;
const mostTokens = 2000;
const mostKindsOfToken = 200;

/** Statuses by which a service may say that a header is missing. A 401 is of the token, which may have expired. */
const ofMissing: readonly number[] = [400, 403, 422, 428];

/** Headers of HTTP, of browsers, tracing and proxies, and what authenticates. */
const general =
  /^(accept|authorization|b3|baggage|cache-control|connection|content-.*|cookie|dnt|expect|forwarded|host|if-.*|keep-alive|origin|pragma|priority|range|referer|traceparent|tracestate|transfer-encoding|upgrade.*|x-b3-.*|x-forwarded-.*|x-real-ip|x-requested-with|\*)$/;

/** All requests of an operation that count, and, with a name, those with that header. */
interface Requests {
  operation: string;
  name: string;
}

/** Finds headers that requests need and the document does not have: valid requests were served only with them, and refused without. */
export function createRequiredHeaderFinder(
  places: SchemaPlaces,
  { components: { securitySchemes: schemes } }: OpenApiDocument,
): Finder {
  const createRequests = (limit: number) => createSample<Sighting, Requests>(limit, createSighting);
  const served = createRequests(mostKinds);
  const refused = createRequests(mostKinds);
  /** Refusals by the token that was sent, whose kind another call may show. */
  const tokens = createSample(mostTokens, () => ({ kind: '', refused: createRequests(mostKindsOfToken) }));
  const securityOf = (operation: string) => places.operations.get(operation)?.definition.security;
  const takes = (operation: string, kind: string): boolean =>
    (securityOf(operation) ?? [])
      .flatMap((one) => Object.keys(one))
      .some((name) => schemes[name]?.['x-token'] === kind);
  const noteToken = (label: string, kind = '') => {
    const token = tokens.get(label);
    if (token && kind !== '') token.kind = kind;
    return token;
  };
  /** How many valid requests were refused. */
  const countRefused = (): ((requests: Requests) => number) => {
    const counts: Tally = {};
    for (const [key, { count }] of refused.entries()) increase(counts, JSON.stringify(key), count);
    for (const [, { kind, refused: own }] of tokens.entries()) {
      // Of a token with more kinds of requests than are kept, no count is whole.
      if (kind === '' || own.isPartial()) continue;
      for (const [key, { count }] of own.entries())
        if (takes(key.operation, kind)) increase(counts, JSON.stringify(key), count);
    }
    return ({ operation, name }) => counts[JSON.stringify({ operation, name })] ?? 0;
  };
  const isDocumented = ({ operation, name }: Requests): boolean =>
    places.operations
      .get(operation)
      ?.parameters.some((own) => own.in === 'header' && own.name.toLowerCase() === name) === true;
  return {
    add: (exchange, run) => {
      const { operation, status, request, sentToken } = exchange;
      const token = sentToken && noteToken(`${run} ${sentToken.label}`, sentToken.kind);
      const isServed = isSuccess(status);
      if (operation === undefined || !(isServed || isRefusedThoughValid(exchange))) return;
      const needsToken = securityOf(operation)?.length !== 0;
      const sample = isServed ? served : needsToken ? token?.refused : refused;
      const names = Object.keys(request.headers).filter((name) => !general.test(name));
      if (sample) for (const name of ['', ...names]) sightIn(sample, { operation, name }, exchange);
    },
    list: () => {
      const refusedOf = countRefused();
      return served.entries().flatMap(([requests, withHeader]) => {
        const all = { ...requests, name: '' };
        const refusedWith = refusedOf(requests);
        const refusedWithout = refusedOf(all) - refusedWith;
        const isAlways = withHeader.count === served.find(all)?.count;
        const isNeeded = isAlways && refusedWithout > 0 && refusedWith < withHeader.count;
        return requests.name === '' || isDocumented(requests) || !isNeeded
          ? []
          : [toFinding(requests, withHeader, refusedWithout)];
      });
    },
  };
}

/** Whether a request has all that the document asks for, if its token is one of the right kind, and was refused. */
const isRefusedThoughValid = ({ status = 0, refusedFor, violations }: KeptExchange): boolean =>
  refusedFor.length === 0 && !violations.some(({ at }) => at.startsWith('status')) && ofMissing.includes(status);

const toFinding = ({ operation, name }: Requests, withHeader: Sighting, refusedWithout: number): Finding => ({
  part: 'not in the document',
  subject: 'header',
  operation,
  message: 'request',
  text: `${operation} is served only with the request header ${name}, and refuses valid requests without it.`,
  ...showed(withHeader),
  certainty: certaintyOf(Math.min(withHeader.count, refusedWithout)),
  learned: { kind: 'required header', name },
});
