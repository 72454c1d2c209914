import type { Signature } from '@escrow-kit/spec';
import type { KeptExchange, KeptShape, KeptValue } from '../kept-exchange.ts';
import { certaintyOf, type Finding } from './finding.ts';
import { createSample } from './sample.ts';
import type { OperationPlace } from './schema-places.ts';
import { createSighting, sight, sightIn } from './sighting.ts';

/** Keeps how events are signed: the header and its form, never the signature. */
export interface SignatureTallies {
  add(exchange: KeptExchange): void;
  list(): Finding[];
}

const mostForms = 50;

/** Lengths of a digest, by algorithm and encoding. */
const digests: Record<number, Pick<Signature, 'algorithm' | 'encoding'>> = {
  44: { algorithm: 'sha256', encoding: 'base64' },
  64: { algorithm: 'sha256', encoding: 'hex' },
  88: { algorithm: 'sha512', encoding: 'base64' },
  128: { algorithm: 'sha512', encoding: 'hex' },
};

const likeSignature = /signature|hmac|digest|sign\b/;

/** Creates empty tallies of a webhook. */
export function createSignatureTallies({ id, definition }: OperationPlace): SignatureTallies {
  const signature = definition['x-signature'];
  const documented = signature?.header.toLowerCase();
  const forms = createSample(mostForms, createSighting);
  const events = createSighting();
  const unsigned = createSighting();
  return {
    add: ({ operation, at, request }) => {
      if (operation !== id) return;
      sight(events, at);
      const found = Object.entries(request.headers).flatMap(([name, value]) => readForm(name, value, documented) ?? []);
      for (const form of found) {
        sightIn(forms, JSON.stringify(form), at);
      }
      if (found.length === 0) sight(unsigned, at);
    },
    list: () => {
      const base = {
        subject: 'signature',
        operation: id,
        message: 'request',
        rule: 'HOOK-2',
        outOf: events.count,
      } as const;
      if (documented === undefined && unsigned.count === events.count) return [];
      const missing: Finding[] =
        unsigned.count === 0 || documented === undefined
          ? []
          : [
              {
                part: 'contradicts',
                ...base,
                text: `${unsigned.count === events.count ? 'Events come' : 'Some events come'} unsigned, without the header ${documented}.`,
                ...unsigned,
                certainty: certaintyOf(unsigned.count, events.count),
                ...(unsigned.count === events.count && { learned: { kind: 'signature' } as const }),
              },
            ];
      return [
        ...missing,
        ...forms.entries().flatMap(([key, sighting]): Finding[] => {
          const form = JSON.parse(key) as Signature;
          if (signature && isSame(form, { ...signature, header: documented ?? '' })) return [];
          return [
            {
              part: 'contradicts',
              ...base,
              text: `Events are signed in the header ${form.header}, as ${form.prefix}<${form.encoding} of ${form.algorithm}>${documented === undefined ? '' : `, and the document has ${documented}`}.`,
              ...sighting,
              certainty: certaintyOf(sighting.count, events.count),
              learned: { kind: 'signature', signature: form },
            },
          ];
        }),
      ];
    },
  };
}

/** The form of a signature; undefined if the header is none. Its header is in lower case. */
function readForm(header: string, value: KeptValue, documented: string | undefined): Signature | undefined {
  if (header !== documented && !likeSignature.test(header)) return undefined;
  const [, prefix = '', digestLength = 0] = 'value' in value ? readText(String(value.value)) : readShape(value);
  const digest = digests[Number(digestLength)];
  return digest && { header, ...digest, prefix };
}

const readText = (text: string): [string, string, number] | [] => {
  const [, prefix = '', digest = ''] = /^(\w+[=:])?([\da-zA-Z+/]+=*)$/.exec(text) ?? [];
  return [text, prefix, digest.length];
};

/** The form is such as `sha256=hex`. */
const readShape = ({ format = '', length = 0 }: KeptShape): [string, string, number] => {
  const [, prefix = ''] = /^(.*[=:])[^=:]+$/.exec(format) ?? [];
  return [format, prefix, length - prefix.length];
};

const isSame = (one: Signature, other: Signature): boolean =>
  one.header === other.header &&
  one.algorithm === other.algorithm &&
  one.encoding === other.encoding &&
  one.prefix === other.prefix;
