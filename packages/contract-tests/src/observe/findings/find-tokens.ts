import type { OpenApiDocument } from '@escrow-kit/spec';
import { isSuccess } from '../is-success.ts';
import type { KeptExchange, TokenOrigin } from '../kept-exchange.ts';
import { fieldOf } from '../pointer.ts';
import { type Finder, type Finding, showed, showedAlways } from './finding.ts';
import { createSample } from './sample.ts';
import { createSighting, type Sighting, sightIn, sumOf } from './sighting.ts';

/** Lifetimes are taken from so many tokens. */
const mostTokens = 2000;
const mostLifetimes = 500;
const mostSources = 100;

/** The status of a token that is no longer valid. A 403 says that it is of another kind. */
const unauthorized = 401;

/** Where tokens of a kind come from: an operation, and pointers into its answer. */
interface TokenSource {
  tokenKind: string;
  operation: string;
  token: string;
  lifetime?: string | undefined;
}

interface StatedLifetime {
  operation: string;
  seconds: number;
}

/** Finds where tokens come from, and how long they live: as the service says, and as it shows by what it takes and refuses. */
export function createTokenFinder({ components }: OpenApiDocument): Finder {
  const known = Object.values(components.securitySchemes).map((scheme) => scheme['x-obtained-by']?.operation);
  const sources = createSample<Sighting, TokenSource>(mostSources, createSighting);
  const stated = createSample<Sighting, StatedLifetime>(mostLifetimes, createSighting);
  const lives = createSample(mostTokens, createLife);
  return {
    add: (exchange, run) => {
      const { at, operation = callOf(exchange), status, sentToken, gotToken } = exchange;
      const given = gotToken && lives.get(`${run} ${gotToken.label}`);
      if (given) given.gotAt = earlier(given.gotAt, at);
      for (const seconds of lifetimesIn(exchange)) sightIn(stated, { operation, seconds }, exchange);
      const source = isSuccess(status) && sentToken ? sourceOf(sentToken) : undefined;
      if (source) sightIn(sources, source, exchange);
      const sent = sentToken && status !== undefined && lives.get(`${run} ${sentToken.label}`);
      if (sent) noteUse(sent, { at, status, kind: sentToken.kind });
    },
    list: () => [
      ...sources
        .entries()
        .filter(([{ operation }]) => !known.includes(operation))
        .map(([source, sighting]) => describeSource(source, sighting)),
      ...findStated(stated.entries()),
      ...findLives(lives.entries().map(([, life]) => life)),
    ],
  };
}

/** Names a call, such as `POST /login`. */
const callOf = ({ method, path }: Pick<KeptExchange, 'method' | 'path'>): string => `${method} ${path}`;

/** Lifetimes that an answer gives, of tokens and tickets. */
function lifetimesIn({ response, gotToken }: KeptExchange): Set<number> {
  const ofFields = (response?.fields ?? []).flatMap(({ pointer, value }) =>
    /\/expires_?in$/i.test(pointer) && 'value' in value && typeof value.value === 'number' ? [value.value] : [],
  );
  return new Set([gotToken?.expiresInSeconds, ...ofFields].filter((seconds) => seconds !== undefined));
}

/** A token that was served, whose kind is known, shows where tokens of that kind come from. */
function sourceOf({ kind, origin }: { kind?: string | undefined; origin?: TokenOrigin | undefined }) {
  if (kind === undefined || !origin) return undefined;
  const { operation = callOf(origin), pointer, lifetimePointer } = origin;
  return { tokenKind: kind, operation, token: pointer, lifetime: lifetimePointer };
}

function describeSource({ operation, ...source }: TokenSource, sighting: Sighting): Finding {
  const { tokenKind, token, lifetime } = source;
  const beside = lifetime === undefined ? '' : `, with its lifetime in ${fieldOf(lifetime)}`;
  return {
    part: 'shown now',
    subject: 'token source',
    operation,
    message: 'response',
    pointer: token,
    text: `${operation} gives tokens of the kind ${tokenKind} in ${fieldOf(token)}${beside}.`,
    ...showed(sighting),
    learned: { kind: 'token source', ...source },
  };
}

function findStated(stated: [StatedLifetime, Sighting][]): Finding[] {
  return [...Map.groupBy(stated, ([{ operation }]) => operation).values()].flatMap((own) => {
    const outOf = sumOf(own.map(([, { count }]) => count));
    return own.map(([{ operation, seconds }, sighting]) => ({
      part: 'shown now',
      subject: 'token lifetime',
      operation,
      message: 'response',
      text: `${operation} answers a lifetime of ${seconds}.`,
      ...showedAlways(sighting, outOf),
    }));
  });
}

/** Times in the life of a token; empty if they are not known. */
interface TokenLife {
  kind: string;
  gotAt: string;
  firstTakenAt: string;
  lastTakenAt: string;
  firstRefusedAt: string;
}

const createLife = (): TokenLife => ({ kind: '', gotAt: '', firstTakenAt: '', lastTakenAt: '', firstRefusedAt: '' });

function noteUse(
  life: TokenLife,
  { at, status, kind }: { at: string; status: number; kind: string | undefined },
): void {
  life.kind = kind ?? life.kind;
  if (status === unauthorized) life.firstRefusedAt = earlier(life.firstRefusedAt, at);
  if (!isSuccess(status)) return;
  life.firstTakenAt = earlier(life.firstTakenAt, at);
  if (at > life.lastTakenAt) life.lastTakenAt = at;
}

/** The earlier one of two times, of which one may not be known. */
const earlier = (one: string, other: string): string => (one === '' || (other !== '' && other < one) ? other : one);

/** A token that was taken, and from some time on refused, shows between which ages it ended. */
function findLives(lives: TokenLife[]): Finding[] {
  const ended = lives.filter(({ lastTakenAt, firstRefusedAt }) => lastTakenAt !== '' && firstRefusedAt > lastTakenAt);
  return [...Map.groupBy(ended, ({ kind }) => kind)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([kind, own]) => {
      const ageAt = ({ gotAt, firstTakenAt }: TokenLife, time: string): number =>
        Math.round((Date.parse(time) - Date.parse(earlier(gotAt, firstTakenAt))) / 1000);
      const taken = Math.max(...own.map((life) => ageAt(life, life.lastTakenAt)));
      const refused = Math.min(...own.map((life) => ageAt(life, life.firstRefusedAt)));
      return {
        part: 'shown now',
        subject: 'token lifetime',
        text: `A token${kind === '' ? '' : ` of the kind ${kind}`} was taken ${taken} s after it was first seen, and refused after ${refused} s.`,
        ...showed({ count: own.length }),
      };
    });
}
