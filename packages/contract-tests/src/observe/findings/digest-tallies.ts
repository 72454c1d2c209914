import type { Signature } from '@escrow-kit/spec';
import type { KeptExchange } from '../kept-exchange.ts';
import { isDigestOfHttp, readSignatureForm } from '../signature-form.ts';
import { certaintyOf } from './finding.ts';
import { createSample } from './sample.ts';
import { createSighting, sight } from './sighting.ts';

/** Keeps which headers of events have the form of a digest. That one is a signature shows by the secret alone. */
export interface DigestTallies {
  add(event: KeptExchange, run: string): void;
  /** How many events have a header of this form. */
  countOf(form: Signature): number;
  /** The forms of headers that each of `events` events has, with another value on each. */
  listOwn(events: number): Signature[];
}

const mostForms = 50;
/** Of a form, so many values are told from each other. */
const mostValues = 2000;

/** Creates empty tallies. */
export function createDigestTallies(): DigestTallies {
  const forms = createSample(mostForms, createForm);
  return {
    add: (event, run) => {
      const { at, request, eventLabel = at, digests = {} } = event;
      for (const [name, value] of Object.entries(request.headers)) {
        const form = isDigestOfHttp(name) ? undefined : readSignatureForm(name, value);
        const tally = form && forms.get(form);
        if (!tally) continue;
        sight(tally, event);
        tally.digests.get(`${run} ${digests[name]}`);
        tally.events.get(`${run} ${eventLabel}`);
      }
    },
    countOf: (form) => forms.find(form)?.count ?? 0,
    listOwn: (all) =>
      forms.entries().flatMap(([form, { count, digests, events }]) => {
        const values = digests.keys().length;
        const isOwn = count === all && certaintyOf(values) !== 'seen' && values >= events.keys().length;
        return isOwn ? [form] : [];
      }),
  };
}

const createForm = (_: Signature) => ({
  ...createSighting(),
  digests: createSample(mostValues, () => true),
  events: createSample(mostValues, () => true),
});
