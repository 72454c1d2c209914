import type { Schema } from '@escrow-kit/spec';
import type { KeptExchange, KeptValue } from '../kept-exchange.ts';
import { certaintyOf, type Finding } from './finding.ts';
import { createSample, type Sample } from './sample.ts';
import type { OperationPlace, SchemaPlaces } from './schema-places.ts';
import { createSighting, increase, type Sighting, sight, type Tally } from './sighting.ts';

/** Keeps the headers that answers carry. Those of HTTP itself, and of servers and proxies in general, are no one's finding. */
export interface HeaderTallies {
  add(exchange: KeptExchange): void;
  list(): Finding[];
}

const mostHeaders = 2000;

/** Headers of HTTP, of caches, security, cookies and tracing. */
const general =
  /^(accept-.*|access-control-.*|age|allow|alt-svc|cache-control|cf-.*|connection|content-.*|cross-origin-.*|date|etag|expires|expect-ct|forwarded|keep-alive|last-modified|link|location|nel|origin-agent-cluster|permissions-policy|pragma|proxy-.*|referrer-policy|report-to|reporting-endpoints|server|server-timing|set-cookie|strict-transport-security|te|timing-allow-origin|traceparent|tracestate|trailer|transfer-encoding|upgrade|vary|via|warning|www-authenticate|x-content-type-options|x-dns-prefetch-control|x-download-options|x-frame-options|x-permitted-cross-domain-policies|x-powered-by|x-xss-protection)$/;

const ofRateLimit = /limit|remaining|quota|^retry-after$/;

interface HeaderTally extends Sighting {
  values: Tally;
}

/** Creates empty tallies. */
export function createHeaderTallies(places: SchemaPlaces): HeaderTallies {
  const seen: Sample<HeaderTally> = createSample(mostHeaders, () => ({ ...createSighting(), values: {} }));
  const answers: Tally = {};
  return {
    add: ({ kind, operation, at, status, response }) => {
      if (kind === 'event' || operation === undefined || status === undefined || !response) return;
      increase(answers, operation);
      for (const [name, value] of Object.entries(response.headers)) {
        if (general.test(name)) continue;
        const tally = seen.get(JSON.stringify([name, operation]));
        if (!tally) continue;
        sight(tally, at);
        increase(tally.values, describeValue(value));
      }
    },
    list: () => {
      const byName = Map.groupBy(
        seen.entries().map(([key, tally]) => {
          const [name, operation] = JSON.parse(key) as [string, string];
          return { name, operation, tally };
        }),
        ({ name }) => name,
      );
      return [...byName].flatMap(([name, own]) =>
        ofRateLimit.test(name)
          ? findLimit(name, own, answers)
          : own.flatMap((one) => findOther(one, answers, places.operations.get(one.operation))),
      );
    },
  };
}

interface SeenHeader {
  name: string;
  operation: string;
  tally: HeaderTally;
}

/** The header of a rate limit is one finding, whichever operations have it. */
function findLimit(name: string, seen: SeenHeader[], answers: Tally): Finding[] {
  return seen.map(({ operation, tally }) => {
    const outOf = answers[operation] ?? tally.count;
    const isAlways = tally.count === outOf;
    return {
      part: 'shown now',
      subject: 'rate limit',
      operation,
      message: 'response',
      ...periodOf(tally),
      text: `${isAlways ? 'Every answer' : `${tally.count} of ${outOf} answers`} of ${operation} has the header ${name}, ${formsOf(tally)}.`,
      count: tally.count,
      outOf,
      certainty: certaintyOf(tally.count),
      learned: { kind: 'header', name, schema: schemaOf(tally) },
    };
  });
}

function findOther({ name, operation, tally }: SeenHeader, answers: Tally, place?: OperationPlace): Finding[] {
  const documented = Object.values(place?.responses ?? {}).flatMap((response) =>
    Object.keys((response as { headers?: object }).headers ?? {}),
  );
  if (documented.some((own) => own.toLowerCase() === name)) return [];
  return [
    {
      part: 'not in the document',
      subject: 'header',
      operation,
      message: 'response',
      ...periodOf(tally),
      text: `Answers of ${operation} have the header ${name}, ${formsOf(tally)}.`,
      count: tally.count,
      outOf: answers[operation] ?? tally.count,
      certainty: certaintyOf(tally.count),
      learned: { kind: 'header', name, schema: schemaOf(tally) },
    },
  ];
}

const periodOf = ({ firstAt, lastAt }: Sighting) => ({ firstAt, lastAt });

const formsOf = ({ values }: HeaderTally): string => Object.keys(values).sort().join(' or ');

const schemaOf = ({ values }: HeaderTally): Schema => ({
  type: Object.keys(values).every((form) => form === 'digits') ? 'integer' : 'string',
});

/** The form of a header's value, without the value. */
function describeValue(value: KeptValue): string {
  if ('value' in value) return /^\d+$/.test(String(value.value)) ? 'digits' : 'a text';
  return value.format ?? 'a text';
}
