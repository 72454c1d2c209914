import type { OpenApiDocument } from '@escrow-kit/spec';
import type { KeptExchange } from '../kept-exchange.ts';
import { certaintyOf, type Finding } from './finding.ts';
import { createSample, type Sample } from './sample.ts';
import { fieldOf, isSuccess } from './schema-places.ts';
import { createSighting, type Sighting, sightIn } from './sighting.ts';

/** Keeps where tokens come from, and how long they live: as the service says, and as it shows by what it takes and refuses. */
export interface TokenTallies {
  add(exchange: KeptExchange, run: string): void;
  list(): Finding[];
}

/** Lifetimes are taken from so many tokens. */
const mostTokens = 2000;
const mostLifetimes = 500;
const mostSources = 100;

/** The status of a token that is no longer valid. A 403 says that it is of another kind. */
const unauthorized = 401;

interface TokenLife {
  kind: string;
  gotAt: string;
  firstTakenAt: string;
  lastTakenAt: string;
  firstRefusedAt: string;
}

/** Creates empty tallies. */
export function createTokenTallies({ components }: OpenApiDocument): TokenTallies {
  const known = Object.values(components.securitySchemes).flatMap((scheme) => scheme['x-obtained-by']?.operation ?? []);
  const sources = createSample<Sighting>(mostSources, createSighting);
  const lives = createSample<TokenLife>(mostTokens, () => ({
    kind: '',
    gotAt: '',
    firstTakenAt: '',
    lastTakenAt: '',
    firstRefusedAt: '',
  }));
  const stated = createSample<Sighting>(mostLifetimes, createSighting);
  return {
    add: (exchange, run) => {
      const { at, operation = `${exchange.method} ${exchange.path}`, status, sentToken, gotToken } = exchange;
      const given = gotToken && lives.get(`${run} ${gotToken.label}`);
      if (given) given.gotAt = earlier(given.gotAt, at);
      for (const lifetime of lifetimesIn(exchange)) sightIn(stated, JSON.stringify([operation, lifetime]), exchange);
      noteSource(exchange, sources);
      const sent = sentToken && status !== undefined && lives.get(`${run} ${sentToken.label}`);
      if (sent) noteUse(sent, { at, status, kind: sentToken.kind });
    },
    list: () => [
      ...findSources(sources.entries(), known),
      ...findStated(stated.entries()),
      ...findLives(lives.entries().map(([, life]) => life)),
    ],
  };
}

/** Lifetimes that an answer gives, of tokens and tickets. */
function lifetimesIn({ response, gotToken }: KeptExchange): Set<number> {
  const seconds = gotToken?.expiresInSeconds;
  const ofFields = (response?.fields ?? []).flatMap(({ pointer, value }) =>
    /\/expires_?in$/i.test(pointer) && 'value' in value && typeof value.value === 'number' ? [value.value] : [],
  );
  return new Set([...(seconds === undefined ? [] : [seconds]), ...ofFields]);
}

/** A token that was served, whose kind is known, shows where tokens of that kind come from. */
function noteSource(exchange: KeptExchange, sources: Sample<Sighting>): void {
  const { status, sentToken } = exchange;
  const { kind, origin } = sentToken ?? {};
  if (kind === undefined || !origin || !isSuccess(status ?? 0)) return;
  const { operation = `${origin.method} ${origin.path}`, pointer, lifetimePointer } = origin;
  sightIn(sources, JSON.stringify([kind, operation, pointer, lifetimePointer]), exchange);
}

function findSources(entries: [string, Sighting][], known: readonly string[]): Finding[] {
  return entries.flatMap(([key, sighting]): Finding[] => {
    const [tokenKind, operation, token, lifetime] = JSON.parse(key) as [string, string, string, string | null];
    if (known.includes(operation)) return [];
    const beside = lifetime === null ? '' : `, with its lifetime in ${fieldOf(lifetime)}`;
    return [
      {
        part: 'shown now',
        subject: 'token source',
        operation,
        message: 'response',
        pointer: token,
        text: `${operation} gives tokens of the kind ${tokenKind} in ${fieldOf(token)}${beside}.`,
        ...sighting,
        outOf: sighting.count,
        certainty: certaintyOf(sighting.count),
        learned: { kind: 'token source', tokenKind, token, ...(lifetime !== null && { lifetime }) },
      },
    ];
  });
}

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

const earlier = (one: string, other: string): string => (one === '' || other < one ? other : one);

function findStated(entries: [string, Sighting][]): Finding[] {
  const stated = entries.map(([key, sighting]) => {
    const [operation, seconds] = JSON.parse(key) as [string, number];
    return { operation, seconds, sighting };
  });
  return [...Map.groupBy(stated, ({ operation }) => operation)].flatMap(([operation, own]) => {
    const outOf = own.reduce((sum, { sighting }) => sum + sighting.count, 0);
    return own.map(({ seconds, sighting }) => ({
      part: 'shown now',
      subject: 'token lifetime',
      operation,
      message: 'response',
      text: `${operation} answers a lifetime of ${seconds}.`,
      ...sighting,
      outOf,
      certainty: certaintyOf(sighting.count, outOf),
    }));
  });
}

/** A token that was taken, and from some time on refused, shows between which ages it ended. */
function findLives(lives: TokenLife[]): Finding[] {
  const ended = lives.filter(({ lastTakenAt, firstRefusedAt }) => lastTakenAt !== '' && firstRefusedAt > lastTakenAt);
  return [...Map.groupBy(ended, ({ kind }) => kind)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([kind, own]) => {
      const bornAt = ({ gotAt, firstTakenAt }: TokenLife): string =>
        gotAt === '' ? firstTakenAt : earlier(gotAt, firstTakenAt);
      const taken = Math.max(...own.map((life) => secondsBetween(bornAt(life), life.lastTakenAt)));
      const refused = Math.min(...own.map((life) => secondsBetween(bornAt(life), life.firstRefusedAt)));
      return {
        part: 'shown now',
        subject: 'token lifetime',
        text: `A token${kind === '' ? '' : ` of the kind ${kind}`} was taken ${taken} s after it was first seen, and refused after ${refused} s.`,
        count: own.length,
        outOf: own.length,
        certainty: certaintyOf(own.length),
      };
    });
}

const secondsBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 1000);
