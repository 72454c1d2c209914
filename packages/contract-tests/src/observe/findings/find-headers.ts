import type { Schema } from '@escrow-kit/spec';
import type { KeptValue } from '../kept-exchange.ts';
import { type Finder, type Finding, showed } from './finding.ts';
import { createSample, type Sample } from './sample.ts';
import type { OperationPlace, SchemaPlaces } from './schema-places.ts';
import { createSighting, joinSightings, type Sighting, sight, sightIn, sumOf } from './sighting.ts';

const mostHeaders = 2000;

/** Headers of HTTP, of caches, security, cookies and tracing. */
const general =
  /^(accept-.*|access-control-.*|age|allow|alt-svc|cache-control|cf-.*|connection|content-.*|cross-origin-.*|date|deprecation|etag|expires|expect-ct|forwarded|keep-alive|last-modified|link|location|nel|origin-agent-cluster|permissions-policy|pragma|proxy-.*|referrer-policy|report-to|reporting-endpoints|server|server-timing|set-cookie|strict-transport-security|sunset|te|timing-allow-origin|traceparent|tracestate|trailer|transfer-encoding|upgrade|vary|via|warning|www-authenticate|x-content-type-options|x-dns-prefetch-control|x-download-options|x-frame-options|x-permitted-cross-domain-policies|x-powered-by|x-xss-protection)$/;

/** What the name of a header is kept as that may hold something personal. */
export const unnamed = '*';

const ofRateLimit = /limit|remaining|quota|^retry-after$/;

interface HeaderTally extends Sighting {
  /** The forms of its values. */
  forms: Set<string>;
}

/** Finds the headers that answers carry. Those of HTTP itself, and of servers and proxies in general, are no one's finding. */
export function createHeaderFinder(places: SchemaPlaces): Finder {
  const seen = createSample<HeaderTally, { name: string; operation: string }>(mostHeaders, () => ({
    ...createSighting(),
    forms: new Set(),
  }));
  const answers = createSample(mostHeaders, createSighting);
  return {
    add: (exchange) => {
      const { kind, operation, status, response } = exchange;
      if (kind === 'event' || operation === undefined || status === undefined || !response) return;
      sightIn(answers, operation, exchange);
      for (const [name, value] of Object.entries(response.headers)) {
        const tally = general.test(name) || name === unnamed ? undefined : seen.get({ name, operation });
        if (!tally) continue;
        sight(tally, exchange);
        tally.forms.add(formOf(value));
      }
    },
    list: () => {
      const found = seen.entries().map(([key, tally]) => ({ ...key, tally }));
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
  const sighting = joinSightings(seen.map(({ tally }) => tally));
  const outOf = sumOf(operations.map((id) => answers.find(id)?.count ?? 0));
  const forms = [...new Set(seen.flatMap(({ tally }) => [...tally.forms]))].sort();
  const schema: Schema = { type: forms.every((form) => form === 'digits') ? 'integer' : 'string' };
  return {
    part: isOfLimit ? 'shown now' : 'not in the document',
    subject: isOfLimit ? 'rate limit' : 'header',
    operation: operations.length === 1 ? operations[0] : undefined,
    message: 'response',
    text: `${sighting.count === outOf ? 'All' : 'Some'} answers of ${nameSome(operations)} have the header ${name}, ${forms.join(' or ')}.`,
    ...showed(sighting, outOf),
    learned: { kind: 'header', name, schema, operations },
  };
}

/** Such as `addAddress, addParties and 15 others`. */
function nameSome(operations: readonly string[]): string {
  if (operations.length <= 4) return operations.join(', ');
  return `${operations.slice(0, 2).join(', ')} and ${operations.length - 2} others`;
}

/** The form of a header's value, without the value. */
function formOf(value: KeptValue): string {
  if ('value' in value) return /^\d+$/.test(String(value.value)) ? 'digits' : 'a text';
  return value.format ?? 'a text';
}
