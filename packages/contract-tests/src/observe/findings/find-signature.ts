import { isDeepStrictEqual } from 'node:util';
import type { Signature } from '@escrow-kit/spec';
import type { KeptExchange } from '../kept-exchange.ts';
import { isDigestOfHttp, readSignatureForm } from '../signature-form.ts';
import { createDigestTallies } from './digest-tallies.ts';
import { type Finder, type Finding, showedAlways } from './finding.ts';
import { createSample, type Sample } from './sample.ts';
import type { OperationPlace } from './schema-places.ts';
import { createSighting, type Sighting, sight, sightIn, sumOf } from './sighting.ts';

const mostForms = 50;

const likeSignature = /signature|hmac|digest|sign\b/;

/** Finds how the events of a webhook are signed (HOOK-2): the header and its form, never the signature. */
export function createSignatureFinder({ id, definition }: OperationPlace): Finder {
  const signature = definition['x-signature'];
  const documented = signature && { ...signature, header: signature.header.toLowerCase() };
  const forms = createSample<Sighting, Signature>(mostForms, createSighting);
  const events = createSighting();
  /** Events without the header of the document, and without one that looks like a signature. */
  const missing = createSighting();
  /** What may sign such events, of which the secret was not known. */
  const candidates = createDigestTallies();
  /** Headers that look like signatures, of no form that is known, or that the secret does not confirm. */
  const [unknown, unconfirmed] = [createSample(mostForms, createSighting), createSample(mostForms, createSighting)];
  const isDocumented = (form: Signature): boolean => isDeepStrictEqual(form, documented);
  /** The forms that count: that of the document, whose values are judged; otherwise what the secret shows, or without one, all. */
  const choose = (read: Signature[], known: KeptExchange['signature']): Signature[] => {
    const own = read.filter(isDocumented);
    if (own.length > 0) return own;
    return known === undefined ? read : known ? [known] : [];
  };

  const head = {
    part: 'contradicts',
    subject: 'signature',
    operation: id,
    message: 'request',
    rule: 'HOOK-2',
  } as const;
  const findUnsigned = (count: number): Finding[] => {
    if (count <= 0 || !documented) return [];
    const isAlways = count === events.count;
    const subject = isAlways ? 'Events come' : 'Some events come';
    const hint = isAlways ? candidates.listOwn(events.count).map(describeCandidate).join('') : '';
    return [
      {
        ...head,
        text: `${subject} without the header ${documented.header}.${hint}`,
        ...showedAlways({ ...missing, count }, events.count),
        learned: isAlways ? { kind: 'signature' } : undefined,
      },
    ];
  };
  const findForm = ([form, sighting]: [Signature, Sighting]): Finding[] => {
    if (isDocumented(form)) return [];
    const instead = documented ? `, and the document has ${documented.header}` : '';
    // Events of which the secret was not known may be signed so, too.
    const outOf = events.count - candidates.countOf(form);
    return [
      {
        ...head,
        text: `Events are signed in the header ${describeForm(form)}${instead}.`,
        ...showedAlways(sighting, outOf),
        learned: sighting.count * 2 > outOf ? { kind: 'signature', signature: form } : undefined,
      },
    ];
  };
  const findHeaders = (headers: Sample<Sighting>, what: string): Finding[] =>
    headers.entries().map(([name, sighting]) => ({
      ...head,
      text: `Events have the header ${name}, which ${what}.`,
      ...showedAlways(sighting, events.count),
    }));

  return {
    add: (exchange, run) => {
      const { operation, request, signature: known, signedIn } = exchange;
      if (operation !== id) return;
      sight(events, exchange);
      const names = Object.keys(request.headers).filter(
        (name) =>
          name === documented?.header || name === signedIn || (likeSignature.test(name) && !isDigestOfHttp(name)),
      );
      const read = names.flatMap((name) => readSignatureForm(name, request.headers[name]) ?? []);
      const shown = choose(read, known);
      for (const form of shown) sightIn(forms, form, exchange);
      if (shown.length > 0) return;
      for (const name of names) sightIn(known === null ? unconfirmed : unknown, name, exchange);
      if (names.length > 0) return;
      sight(missing, exchange);
      if (known !== null) candidates.add(exchange, run);
    },
    list: () => {
      if (!documented && missing.count === events.count) return [];
      const alike = forms.keys().map(candidates.countOf);
      return [
        ...findUnsigned(missing.count - sumOf(alike)),
        ...forms.entries().flatMap(findForm),
        ...findHeaders(unknown, 'has no signature of a known form; with --webhook-secret, more are found'),
        ...findHeaders(unconfirmed, 'has no signature of the body by the given secret that an overlay can describe'),
      ];
    },
  };
}

const describeCandidate = (form: Signature): string =>
  ` Each has another value in ${describeForm(form)}: by its form a signature, which only the secret confirms.`;

const describeForm = ({ header, prefix, encoding, algorithm }: Signature): string =>
  `${header}, as ${prefix}<${encoding} of ${algorithm}>`;
