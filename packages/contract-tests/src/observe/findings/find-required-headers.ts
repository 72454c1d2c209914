import type { OpenApiDocument } from '@escrow-kit/spec';
import { isSuccess } from '../is-success.ts';
import type { KeptExchange } from '../kept-exchange.ts';
import { unnamed } from './find-headers.ts';
import { certaintyOf, type Finder, type Finding, showed } from './finding.ts';
import { createRefusedRequests, createRequestSample, type Requests } from './refused-requests.ts';
import type { SchemaPlaces } from './schema-places.ts';
import { type Sighting, sightIn } from './sighting.ts';

/** Statuses by which a service may say that a header is missing. A 401 is of the token, which may have expired. */
const ofMissing: readonly number[] = [400, 403, 422, 428];

/** Headers of HTTP, of browsers, tracing and proxies, and what authenticates. */
const general =
  /^(accept|authorization|b3|baggage|cache-control|connection|content-.*|cookie|dnt|expect|forwarded|host|if-.*|keep-alive|origin|pragma|priority|range|referer|traceparent|tracestate|transfer-encoding|upgrade.*|x-b3-.*|x-forwarded-.*|x-real-ip|x-requested-with)$/;

/** Finds headers that requests need and the document does not have: valid requests were served only with them, and refused without. */
export function createRequiredHeaderFinder(
  places: SchemaPlaces,
  { components: { securitySchemes: schemes } }: OpenApiDocument,
): Finder {
  const kindsOf = (operation: string): (string | undefined)[] | undefined =>
    places.operations
      .get(operation)
      ?.definition.security?.flatMap((one) => Object.keys(one))
      .map((name) => schemes[name]?.['x-token']);
  const served = createRequestSample();
  const refused = createRefusedRequests(kindsOf);
  const isDocumented = (operation: string, name: string): boolean =>
    places.operations
      .get(operation)
      ?.parameters.some((own) => own.in === 'header' && own.name.toLowerCase() === name) === true;
  return {
    add: (exchange, run) => {
      const { operation, status, request, sentToken } = exchange;
      refused.noteToken({ sentToken, run });
      const isServed = isSuccess(status);
      if (operation === undefined || !(isServed || isRefusedThoughValid(exchange))) return;
      const sample = isServed ? served : refused.sampleFor(operation, { sentToken, run });
      if (!sample) return;
      sightIn(sample, { operation }, exchange);
      for (const name of Object.keys(request.headers))
        if (!general.test(name) && name !== unnamed) sightIn(sample, { operation, name }, exchange);
    },
    list: () => {
      const refusedOf = refused.count();
      return served.entries().flatMap(([{ operation, name }, withHeader]) => {
        if (name === undefined || isDocumented(operation, name)) return [];
        const refusedWith = refusedOf({ operation, name });
        const refusedWithout = refusedOf({ operation }) - refusedWith;
        const isAlways = withHeader.count === served.find({ operation })?.count;
        // A refusal of a request with the header has another cause. So may have those without it, if such causes are frequent.
        const isNeeded = isAlways && refusedWithout > 0 && refusedWith < withHeader.count;
        return isNeeded ? [toFinding({ operation, name }, withHeader, refusedWithout)] : [];
      });
    },
  };
}

/** Whether a request has all that the document asks for, if its token is one of the right kind, and was refused. */
const isRefusedThoughValid = ({ status = 0, refusedFor, violations }: KeptExchange): boolean =>
  refusedFor.length === 0 && !violations.some(({ at }) => at.startsWith('status')) && ofMissing.includes(status);

const toFinding = ({ operation, name }: Required<Requests>, withHeader: Sighting, refusedWithout: number): Finding => ({
  part: 'not in the document',
  subject: 'header',
  operation,
  message: 'request',
  text: `${operation} is served only with the request header ${name}, and refuses valid requests without it.`,
  ...showed(withHeader),
  certainty: certaintyOf(Math.min(withHeader.count, refusedWithout)),
  learned: { kind: 'required header', name },
});
