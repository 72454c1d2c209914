import type { KeptExchange } from '../kept-exchange.ts';
import { createSample, type Sample } from './sample.ts';
import { createSighting, increase, type Sighting, type Tally } from './sighting.ts';

const mostKinds = 5000;
const mostTokens = 2000;
const mostKindsOfToken = 200;

/** All requests of an operation or, with a name, those with that header. */
export interface Requests {
  operation: string;
  name?: string;
}

/** What tells the token of a request from others. */
type SentToken = Pick<KeptExchange, 'sentToken'> & { run: string };

/**
 * Counts refusals of valid requests. Whether a request with a token is valid depends on the kind of the token, which a later call may be
 * the first to show. So its refusal is kept with the token, and counts once it is known that the operation takes tokens of that kind.
 */
export interface RefusedRequests {
  /** Notes the kind of a token, if the exchange shows it. */
  noteToken(sent: SentToken): void;
  /** Returns where to count a refusal of the operation; undefined if it is not counted. */
  sampleFor(operation: string, sent: SentToken): Sample<Sighting, Requests> | undefined;
  /** Returns what counts the refusals so far. */
  count(): (requests: Requests) => number;
}

/** `kindsOf` returns the kinds of tokens that an operation takes: none if it takes no token, undefined if that is unknown. */
export function createRefusedRequests(
  kindsOf: (operation: string) => readonly (string | undefined)[] | undefined,
): RefusedRequests {
  const withoutToken = createRequestSample();
  const tokens = createSample(mostTokens, () => ({ kind: '', refused: createRequestSample(mostKindsOfToken) }));
  const tokenOf = ({ sentToken, run }: SentToken) => sentToken && tokens.get(`${run} ${sentToken.label}`);
  return {
    noteToken: (sent) => {
      const token = tokenOf(sent);
      if (token && sent.sentToken?.kind) token.kind = sent.sentToken.kind;
    },
    sampleFor: (operation, sent) => (kindsOf(operation)?.length === 0 ? withoutToken : tokenOf(sent)?.refused),
    count: () => {
      const counts: Tally = {};
      for (const [key, { count }] of withoutToken.entries()) increase(counts, JSON.stringify(key), count);
      for (const [, { kind, refused }] of tokens.entries()) {
        // Of a token with more kinds of requests than are kept, no count is whole.
        if (kind === '' || refused.isPartial()) continue;
        for (const [key, { count }] of refused.entries())
          if (kindsOf(key.operation)?.includes(kind)) increase(counts, JSON.stringify(key), count);
      }
      return (requests) => counts[JSON.stringify(requests)] ?? 0;
    },
  };
}

export const createRequestSample = (limit: number = mostKinds): Sample<Sighting, Requests> =>
  createSample<Sighting, Requests>(limit, createSighting);
