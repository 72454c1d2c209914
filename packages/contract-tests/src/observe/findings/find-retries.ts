import type { KeptExchange } from '../kept-exchange.ts';
import { certaintyOf, type Finding } from './finding.ts';
import { createSample } from './sample.ts';
import { isSuccess, type OperationPlace } from './schema-places.ts';

/** Keeps when the attempts of events came. */
export interface RetryTallies {
  add(exchange: KeptExchange, run: string): void;
  list(): Finding[];
}

/** The waits are taken from so many events. */
const mostEvents = 2000;
/** So many first attempts of an event are kept. */
const mostAttempts = 100;

/**
 * Two waits are the same if they differ by less than this part, or by less than {@link toleranceInSeconds}: a service adds chance, and
 * an attempt takes time.
 */
const tolerance = 0.15;
const toleranceInSeconds = 0.5;

/** Shorter waits are not those of a service, but of a sandbox whose clock was moved forward. */
const shortestWaitInSeconds = 0.5;

/** Creates empty tallies of a webhook. */
export function createRetryTallies({ id, definition }: OperationPlace): RetryTallies {
  const schedule = definition['x-retry-schedule'] ?? [];
  const events = createSample(mostEvents, (): Attempt[] => []);
  /** When the last attempt of any event began, by run: until then, the service was sending. */
  const lastOf = createSample(mostEvents, () => ({ at: 0 }));
  return {
    add: ({ operation, at, status, eventLabel }, run) => {
      if (operation !== id || eventLabel === undefined) return;
      const last = lastOf.get(run);
      if (last) last.at = Math.max(last.at, Date.parse(at));
      const attempts = events.get(JSON.stringify([run, eventLabel]));
      if (attempts) noteAttempt(attempts, { at: Date.parse(at), status: status ?? noAnswer });
    },
    list: () => {
      const tried = events.entries().map(([key, own]) => ({
        attempts: triedOf(own),
        observedUntil: lastOf.find(JSON.parse(key)[0])?.at ?? 0,
      }));
      const waits = tried.map(({ attempts }) => waitsOf(attempts));
      const most = waits.reduce((longest, { length }) => Math.max(longest, length), 0);
      return [
        ...Array.from({ length: most }, (_, index) => findWait(id, index, { schedule, waits })).flat(),
        ...findEnd(id, most, { schedule, tried }),
        ...findStart(id, { schedule, waits }),
      ];
    },
  };
}

interface Attempt {
  at: number;
  /** Of the application's answer. */
  status: number;
}

/** The status of an attempt without an answer: above every other. */
const noAnswer = 1000;

/** Adds an attempt at its place in time, if it is among the first ones. */
function noteAttempt(attempts: Attempt[], { at, status }: Attempt): void {
  const place = attempts.findLastIndex((one) => one.at < at || (one.at === at && one.status <= status));
  const before = attempts[place];
  if (before?.at === at && before.status === status) return;
  attempts.splice(place + 1, 0, { at, status });
  attempts.splice(mostAttempts);
}

/** The attempts up to the first success: after that it is the same event again, not a retry. */
function triedOf(attempts: readonly Attempt[]): readonly Attempt[] {
  const last = attempts.findIndex(({ status }) => isSuccess(status));
  return last === -1 ? attempts : attempts.slice(0, last + 1);
}

/** The seconds between each failed attempt and the next one. */
const waitsOf = (tried: readonly Attempt[]): number[] =>
  tried.slice(1).map(({ at }, index) => (at - (tried[index]?.at ?? at)) / 1000);

interface Waits {
  schedule: readonly number[];
  /** Of each event. */
  waits: readonly number[][];
}

function findWait(operation: string, index: number, { schedule, waits }: Waits): Finding[] {
  const seen = waits.flatMap((own) => own[index] ?? []).filter((wait) => wait >= shortestWaitInSeconds);
  const typical = medianOf(seen);
  if (typical === undefined) return [];
  const count = seen.filter((wait) => isSame(wait, typical)).length;
  const expected = schedule[index];
  const ordinal = `The ${ordinalOf(index)} retry of an event`;
  const base = { subject: 'retry time', operation, rule: 'HOOK-4', count, outOf: seen.length } as const;
  const seconds = roundSeconds(typical);
  if (expected === undefined) {
    const text = `${ordinal} comes ${seconds} s after the attempt before, but the document has ${schedule.length} retries.${index === mostAttempts - 2 ? ' Later retries, if there are any, are not learned.' : ''}`;
    return [
      {
        part: 'contradicts',
        ...base,
        text,
        certainty: certaintyOf(count, seen.length),
        learned: { kind: 'retry', index, seconds },
      },
    ];
  }
  // The document leaves open from when a wait counts.
  const isExpected = isSame(typical, expected) || isSame(typical, expected - sumOf(schedule.slice(0, index)));
  // Without a wait that most events share, nothing can be said.
  if (isExpected || count * 2 <= seen.length) return [];
  return [
    {
      part: 'contradicts',
      ...base,
      text: `${ordinal} comes ${seconds} s after the attempt before, not ${expected} s.`,
      certainty: certaintyOf(count, seen.length),
      learned: { kind: 'retry', index, seconds },
    },
  ];
}

interface Tried {
  schedule: readonly number[];
  /** Of each event, its attempts, and until when others of its run came. */
  tried: readonly { attempts: readonly Attempt[]; observedUntil: number }[];
}

/**
 * Whether events are given up before the document's last retry: the one of this index never came, and later events did. An answer that
 * refuses the event may end the retries, so only those count that say that it can't be taken now, and no answer.
 */
function findEnd(operation: string, index: number, { schedule, tried }: Tried): Finding[] {
  const expected = schedule[index];
  if (expected === undefined) return [];
  const dueAfter = 1000 * (expected + Math.max(toleranceInSeconds, tolerance * expected));
  const ended = tried.filter(({ attempts, observedUntil }) => {
    const last = attempts[index];
    return last !== undefined && last.status >= 500 && observedUntil > last.at + dueAfter;
  });
  if (ended.length === 0) return [];
  return [
    {
      part: 'contradicts',
      subject: 'retry time',
      operation,
      rule: 'HOOK-4',
      text: `The ${ordinalOf(index)} retry of an event, ${expected} s after the attempt before, never comes.`,
      count: ended.length,
      outOf: ended.length,
      certainty: certaintyOf(ended.length),
      learned: { kind: 'retry', index },
    },
  ];
}

/** From when each wait counts: the last one tells it best. */
function findStart(operation: string, { schedule, waits }: Waits): Finding[] {
  const index = schedule.length - 1;
  const expected = schedule[index] ?? 0;
  const fromFirst = expected - sumOf(schedule.slice(0, index));
  const seen = waits.flatMap((own) => own[index] ?? []);
  const ofPrevious = seen.filter((wait) => isNearer(wait, expected, fromFirst)).length;
  const ofFirst = seen.filter((wait) => isNearer(wait, fromFirst, expected)).length;
  const [count, start] = ofPrevious >= ofFirst ? [ofPrevious, 'attempt before'] : [ofFirst, 'first attempt'];
  if (count === 0 || index < 1) return [];
  return [
    {
      part: 'shown now',
      subject: 'retry time',
      operation,
      rule: 'HOOK-4',
      text: `Each wait before a retry counts from the ${start}.`,
      count,
      outOf: seen.length,
      certainty: certaintyOf(count, seen.length),
    },
  ];
}

const isNearer = (wait: number, one: number, other: number): boolean =>
  isSame(wait, one) && Math.abs(wait - one) < Math.abs(wait - other);

const isSame = (one: number, other: number): boolean =>
  Math.abs(one - other) <= Math.max(toleranceInSeconds, tolerance * other);

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

function medianOf(numbers: readonly number[]): number | undefined {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
}

/** The roundest number that is near enough: a schedule has round ones, and an attempt takes time too. */
function roundSeconds(seconds: number): number {
  const round = Number(seconds.toPrecision(1));
  return Math.abs(round - seconds) <= Math.max(0.2, 0.05 * seconds) ? round : Number(seconds.toPrecision(2));
}

const ordinalOf = (index: number): string => ['first', 'second', 'third'][index] ?? `${index + 1}th`;
