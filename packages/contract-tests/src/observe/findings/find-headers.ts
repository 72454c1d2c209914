import type { Schema } from '@escrow-kit/spec';
import type { KeptExchange, KeptValue } from '../kept-exchange.ts';
import { certaintyOf, type Finding } from './finding.ts';
import { createSample, type Sample } from './sample.ts';
import type { OperationPlace, SchemaPlaces } from './schema-places.ts';
import { createSighting, increase, type Sighting, sight, sightIn, type Tally } from './sighting.ts';

/** Keeps the headers that answers carry. Those of HTTP itself, and of servers and proxies in general, are no one's finding. */
export interface HeaderTallies {
  add(exchange: KeptExchange): void;
  list(): Finding[];
}

const mostHeaders = 2000;

/** Headers of HTTP, of caches, security, cookies and tracing. */
const general =
  /^(accept-.*|access-control-.*|age|allow|alt-svc|cache-control|cf-.*|connection|content-.*|cross-origin-.*|date|deprecation|etag|expires|expect-ct|forwarded|keep-alive|last-modified|link|location|nel|origin-agent-cluster|permissions-policy|pragma|proxy-.*|referrer-policy|report-to|reporting-endpoints|server|server-timing|set-cookie|strict-transport-security|sunset|te|timing-allow-origin|traceparent|tracestate|trailer|transfer-encoding|upgrade|vary|via|warning|www-authenticate|x-content-type-options|x-dns-prefetch-control|x-download-options|x-frame-options|x-permitted-cross-domain-policies|x-powered-by|x-xss-protection)$/;

/** What the name of a header is kept as that may hold something personal. */
const unnamed = '*';

const ofRateLimit = /limit|remaining|quota|^retry-after$/;

interface HeaderTally extends Sighting {
  values: Tally;
}

/** Creates empty tallies. */
export function createHeaderTallies(places: SchemaPlaces): HeaderTallies {
  const seen: Sample<HeaderTally> = createSample(mostHeaders, () => ({ ...createSighting(), values: {} }));
  const answers = createSample(mostHeaders, createSighting);
  return {
    add: (exchange) => {
      const { kind, operation, status, response } = exchange;
      if (kind === 'event' || operation === undefined || status === undefined || !response) return;
      sightIn(answers, operation, exchange);
      for (const [name, value] of Object.entries(response.headers)) {
        if (general.test(name) || name === unnamed) continue;
        const tally = seen.get(JSON.stringify([name, operation]));
        if (!tally) continue;
        sight(tally, exchange);
        increase(tally.values, describeValue(value));
      }
    },
    list: () => {
      const found = seen.entries().map(([key, tally]) => {
        const [name, operation] = JSON.parse(key) as [string, string];
        return { name, operation, tally };
      });
      const unknown = found.filter(({ name, operation }) => !isDocumented(name, places.operations.get(operation)));
      return [...Map.groupBy(unknown, ({ name }) => name)].map(([name, own]) => toFinding(name, own, answers));
    },
  };
}

function isDocumented(name: string, operation: OperationPlace | undefined): boolean {
  const documented = Object.values(operation?.responses ?? {}).flatMap(({ headers = {} }) => Object.keys(headers));
  return documented.some((own) => own.toLowerCase() === name);
}

/** One finding for a header, whichever operations have it. */
function toFinding(
  name: string,
  seen: { operation: string; tally: HeaderTally }[],
  answers: Sample<Sighting>,
): Finding {
  const isOfLimit = ofRateLimit.test(name);
  const operations = seen.map(({ operation }) => operation);
  const [operation] = operations;
  const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
  const count = sum(seen.map(({ tally }) => tally.count));
  const outOf = sum(operations.map((id) => answers.find(id)?.count ?? 0));
  const forms = [...new Set(seen.flatMap(({ tally }) => Object.keys(tally.values)))].sort();
  const schema: Schema = { type: forms.every((form) => form === 'digits') ? 'integer' : 'string' };
  return {
    part: isOfLimit ? 'shown now' : 'not in the document',
    subject: isOfLimit ? 'rate limit' : 'header',
    ...(operation !== undefined && operations.length === 1 && { operation }),
    message: 'response',
    text: `${count === outOf ? 'All' : 'Some'} answers of ${nameSome(operations)} have the header ${name}, ${forms.join(' or ')}.`,
    count,
    outOf,
    certainty: certaintyOf(count),
    firstAt: seen.map(({ tally }) => tally.firstAt).sort()[0] ?? '',
    lastAt:
      seen
        .map(({ tally }) => tally.lastAt)
        .sort()
        .at(-1) ?? '',
    learned: { kind: 'header', name, schema, operations },
  };
}

/** Such as `addAddress, addParties and 15 others`. */
function nameSome(operations: readonly string[]): string {
  if (operations.length <= 4) return operations.join(', ');
  return `${operations.slice(0, 2).join(', ')} and ${operations.length - 2} others`;
}

/** The form of a header's value, without the value. */
function describeValue(value: KeptValue): string {
  if ('value' in value) return /^\d+$/.test(String(value.value)) ? 'digits' : 'a text';
  return value.format ?? 'a text';
}
