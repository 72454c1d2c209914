import type { Signature } from '@escrow-kit/spec';
import type { KeptExchange, KeptShape, KeptValue } from '../kept-exchange.ts';
import { certaintyOf, type Finding } from './finding.ts';
import { createSample, type Sample } from './sample.ts';
import type { OperationPlace } from './schema-places.ts';
import { createSighting, type Sighting, sight, sightIn } from './sighting.ts';

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
/** Digests of HTTP itself, which anybody can compute. */
const digestOfHttp = /^((content|repr)-)?digest$/;

/** Creates empty tallies of a webhook. */
export function createSignatureTallies({ id, definition }: OperationPlace): SignatureTallies {
  const signature = definition['x-signature'];
  const documented = signature?.header.toLowerCase();
  const forms = createSample(mostForms, createSighting);
  const events = createSighting();
  const unsigned = createSighting();
  /** Headers that look like signatures, of no form that is known, or that the secret does not confirm. */
  const [unknown, unconfirmed] = [createSample(mostForms, createSighting), createSample(mostForms, createSighting)];
  const isDocumented = (form: Signature): boolean =>
    signature !== undefined && isSame(form, { ...signature, header: signature.header.toLowerCase() });
  /** The forms that count: that of the document, whose values are judged; otherwise what the secret shows, or without one, all. */
  const choose = (read: Signature[], known: KeptExchange['signature']): Signature[] => {
    const own = read.filter(isDocumented);
    if (own.length > 0) return own;
    return known === undefined ? read : known ? [known] : [];
  };
  return {
    add: ({ operation, at, request, signature: known }) => {
      if (operation !== id) return;
      sight(events, at);
      const names = Object.keys(request.headers).filter(
        (name) => name === documented || (likeSignature.test(name) && !digestOfHttp.test(name)),
      );
      const shown = choose(
        names.flatMap((name) => readForm(name, request.headers[name]) ?? []),
        known,
      );
      for (const form of shown) sightIn(forms, JSON.stringify(form), at);
      if (shown.length > 0) return;
      for (const name of names) sightIn(known === null ? unconfirmed : unknown, name, at);
      if (names.length === 0) sight(unsigned, at);
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
      const describeHeaders = (headers: Sample<Sighting>, what: string): Finding[] =>
        headers.entries().map(([name, sighting]) => ({
          part: 'contradicts',
          ...base,
          text: `Events have the header ${name}, which ${what}.`,
          ...sighting,
          certainty: certaintyOf(sighting.count, events.count),
        }));
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
          if (isDocumented(form)) return [];
          return [
            {
              part: 'contradicts',
              ...base,
              text: `Events are signed in the header ${form.header}, as ${form.prefix}<${form.encoding} of ${form.algorithm}>${documented === undefined ? '' : `, and the document has ${documented}`}.`,
              ...sighting,
              certainty: certaintyOf(sighting.count, events.count),
              ...(sighting.count * 2 > events.count && { learned: { kind: 'signature', signature: form } as const }),
            },
          ];
        }),
        ...describeHeaders(unknown, 'has no signature of a known form; with --webhook-secret, more are found'),
        ...describeHeaders(
          unconfirmed,
          'has no signature of the body by the given secret that an overlay can describe',
        ),
      ];
    },
  };
}

/** The form of a signature; undefined if the value is none. */
function readForm(header: string, value: KeptValue | undefined): Signature | undefined {
  if (!value) return undefined;
  const [, prefix = '', digestLength = 0] = 'value' in value ? readText(String(value.value)) : readShape(value);
  const digest = digests[Number(digestLength)];
  return digest && { header, ...digest, prefix };
}

const readText = (text: string): [string, string, number] | [] => {
  const [, prefix = '', digest = ''] = /^(\w+[=:])?([\da-zA-Z+/]+=*)$/.exec(text) ?? [];
  return [text, prefix, digest.length];
};

/** The form is such as `v1=hex`. */
const readShape = ({ format = '', length = 0 }: KeptShape): [string, string, number] => {
  const [, prefix = ''] = /^(.*[=:])[^=:]+$/.exec(format) ?? [];
  return [format, prefix, length - prefix.length];
};

const isSame = (one: Signature, other: Signature): boolean =>
  one.header === other.header &&
  one.algorithm === other.algorithm &&
  one.encoding === other.encoding &&
  one.prefix === other.prefix;
