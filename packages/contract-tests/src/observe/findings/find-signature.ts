import type { Signature } from '@escrow-kit/spec';
import type { KeptExchange } from '../kept-exchange.ts';
import { isDigestOfHttp, readSignatureForm } from '../signature-form.ts';
import { createDigestTallies } from './digest-tallies.ts';
import { certaintyOf, type Finding } from './finding.ts';
import { createSample, type Sample } from './sample.ts';
import type { OperationPlace } from './schema-places.ts';
import { createSighting, type Sighting, sight, sightIn } from './sighting.ts';

/** Keeps how events are signed: the header and its form, never the signature. */
export interface SignatureTallies {
  add(exchange: KeptExchange, run?: string): void;
  list(): Finding[];
}

const mostForms = 50;

const likeSignature = /signature|hmac|digest|sign\b/;

/** Creates empty tallies of a webhook. */
export function createSignatureTallies({ id, definition }: OperationPlace): SignatureTallies {
  const signature = definition['x-signature'];
  const documented = signature?.header.toLowerCase();
  const forms = createSample(mostForms, createSighting);
  const events = createSighting();
  /** Events without the header of the document, and without one that looks like a signature. */
  const missing = createSighting();
  /** What may sign such events, of which the secret was not known. */
  const candidates = createDigestTallies();
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
    add: (exchange, run = '') => {
      const { operation, request, signature: known, signedIn } = exchange;
      if (operation !== id) return;
      sight(events, exchange);
      const names = Object.keys(request.headers).filter(
        (name) => name === documented || name === signedIn || (likeSignature.test(name) && !isDigestOfHttp(name)),
      );
      const shown = choose(
        names.flatMap((name) => readSignatureForm(name, request.headers[name]) ?? []),
        known,
      );
      for (const form of shown) sightIn(forms, JSON.stringify(form), exchange);
      if (shown.length > 0) return;
      for (const name of names) sightIn(known === null ? unconfirmed : unknown, name, exchange);
      if (names.length > 0) return;
      sight(missing, exchange);
      if (known !== null) candidates.add(exchange, run);
    },
    list: () => {
      const base = {
        subject: 'signature',
        operation: id,
        message: 'request',
        rule: 'HOOK-2',
        outOf: events.count,
      } as const;
      if (documented === undefined && missing.count === events.count) return [];
      const describeHeaders = (headers: Sample<Sighting>, what: string): Finding[] =>
        headers.entries().map(([name, sighting]) => ({
          part: 'contradicts',
          ...base,
          text: `Events have the header ${name}, which ${what}.`,
          ...sighting,
          certainty: certaintyOf(sighting.count, events.count),
        }));
      const found = forms.entries().map(([key, sighting]) => {
        const form = JSON.parse(key) as Signature;
        return { form, sighting, alike: candidates.countOf(form) };
      });
      const unsigned = missing.count - found.reduce((sum, { alike }) => sum + alike, 0);
      const isAlways = unsigned === events.count;
      const ofMissing: Finding[] =
        unsigned <= 0 || documented === undefined
          ? []
          : [
              {
                part: 'contradicts',
                ...base,
                text: `${isAlways ? 'Events come' : 'Some events come'} without the header ${documented}.${isAlways ? describeCandidates(candidates.listOwn(events.count)) : ''}`,
                ...missing,
                count: unsigned,
                certainty: certaintyOf(unsigned, events.count),
                ...(isAlways && { learned: { kind: 'signature' } as const }),
              },
            ];
      return [
        ...ofMissing,
        ...found.flatMap(({ form, sighting, alike }): Finding[] => {
          if (isDocumented(form)) return [];
          const outOf = events.count - alike;
          return [
            {
              part: 'contradicts',
              ...base,
              text: `Events are signed in the header ${describeForm(form)}${documented === undefined ? '' : `, and the document has ${documented}`}.`,
              ...sighting,
              outOf,
              certainty: certaintyOf(sighting.count, outOf),
              ...(sighting.count * 2 > outOf && { learned: { kind: 'signature', signature: form } as const }),
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

const describeCandidates = (forms: readonly Signature[]): string =>
  forms
    .map(
      (form) =>
        ` Each has another value in ${describeForm(form)}: by its form a signature, which only the secret confirms.`,
    )
    .join('');

const describeForm = ({ header, prefix, encoding, algorithm }: Signature): string =>
  `${header}, as ${prefix}<${encoding} of ${algorithm}>`;

const isSame = (one: Signature, other: Signature): boolean =>
  one.header === other.header &&
  one.algorithm === other.algorithm &&
  one.encoding === other.encoding &&
  one.prefix === other.prefix;
