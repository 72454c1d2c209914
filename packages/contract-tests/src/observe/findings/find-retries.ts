import { isSuccess } from '../is-success.ts';
import { type Finder, type Finding, showedAlways } from './finding.ts';
import { createSample } from './sample.ts';
import type { OperationPlace } from './schema-places.ts';
import { sumOf } from './sighting.ts';

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

/** Finds when the failed events of a webhook are sent again (HOOK-4). */
export function createRetryFinder({ id, definition }: OperationPlace): Finder {
  const schedule = definition['x-retry-schedule'] ?? [];
  const events = createSample<Attempt[], { run: string; eventLabel: string }>(mostEvents, () => []);
  /** When the last attempt of any event began, by run: until then, the service was sending. */
  const lastOf = createSample(mostEvents, () => ({ at: 0 }));
  return {
    add: ({ operation, at, status, eventLabel }, run) => {
      if (operation !== id || eventLabel === undefined) return;
      const last = lastOf.get(run);
      if (last) last.at = Math.max(last.at, Date.parse(at));
      const attempts = events.get({ run, eventLabel });
      if (attempts) noteAttempt(attempts, { at: Date.parse(at), status: status ?? noAnswer });
    },
    list: () => {
      const tried = events.entries().map(([{ run }, own]) => ({
        attempts: triedOf(own),
        observedUntil: lastOf.find(run)?.at ?? 0,
      }));
      const waits = tried.map(({ attempts }) => waitsOf(attempts));
      const most = waits.reduce((longest, { length }) => Math.max(longest, length), 0);
      const found = [
        ...Array.from({ length: most }, (_, index) => findWait(index, schedule, waits)),
        findEnd(most, schedule, tried),
        findStart(schedule, waits),
      ];
      return found.flatMap((one): Finding[] =>
        one ? [{ ...one, subject: 'retry time', operation: id, rule: 'HOOK-4' }] : [],
      );
    },
  };
}

/** A finding without what all of them say. */
type RetryFinding = Omit<Finding, 'subject' | 'operation' | 'rule'> | undefined;

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

/** Finds a wait that the schedule has otherwise, or not at all. `waits` are those of each event. */
function findWait(index: number, schedule: readonly number[], waits: readonly number[][]): RetryFinding {
  const seen = waits.flatMap((own) => own[index] ?? []).filter((wait) => wait >= shortestWaitInSeconds);
  const typical = seen.toSorted((one, other) => one - other)[Math.floor(seen.length / 2)];
  if (typical === undefined) return undefined;
  const count = seen.filter((wait) => isSame(wait, typical)).length;
  const expected = schedule[index];
  // The document leaves open from when a wait counts.
  const known = expected === undefined ? [] : [expected, expected - sumOf(schedule.slice(0, index))];
  const isExpected = known.some((wait) => isSame(typical, wait));
  // Without a wait that most events share, nothing can be said.
  if (expected !== undefined && (isExpected || count * 2 <= seen.length)) return undefined;
  const seconds = roundSeconds(typical);
  const differs = expected === undefined ? `, but the document has ${schedule.length} retries` : `, not ${expected} s`;
  const isLast = expected === undefined && index === mostAttempts - 2;
  const rest = isLast ? ' Later retries, if there are any, are not learned.' : '';
  return {
    part: 'contradicts',
    text: `The ${ordinalOf(index)} retry of an event comes ${seconds} s after the attempt before${differs}.${rest}`,
    ...showedAlways({ count }, seen.length),
    learned: { kind: 'retry', index, seconds },
  };
}

/** An event's attempts, and until when others of its run came. */
interface Tried {
  attempts: readonly Attempt[];
  observedUntil: number;
}

/**
 * Whether events are given up before the document's last retry: the one of this index never came, and later events did. An answer that
 * refuses the event may end the retries, so only those count that say that it can't be taken now, and no answer.
 */
function findEnd(index: number, schedule: readonly number[], tried: readonly Tried[]): RetryFinding {
  const expected = schedule[index];
  if (expected === undefined) return undefined;
  const dueAfter = 1000 * (expected + Math.max(toleranceInSeconds, tolerance * expected));
  const { length: count } = tried.filter(({ attempts, observedUntil }) => {
    const last = attempts[index];
    return last !== undefined && last.status >= 500 && observedUntil > last.at + dueAfter;
  });
  if (count === 0) return undefined;
  return {
    part: 'contradicts',
    text: `The ${ordinalOf(index)} retry of an event, ${expected} s after the attempt before, never comes.`,
    ...showedAlways({ count }),
    learned: { kind: 'retry', index },
  };
}

/** From when each wait counts: the last one tells it best. */
function findStart(schedule: readonly number[], waits: readonly number[][]): RetryFinding {
  const index = schedule.length - 1;
  const expected = schedule[index] ?? 0;
  const fromFirst = expected - sumOf(schedule.slice(0, index));
  const seen = waits.flatMap((own) => own[index] ?? []);
  const ofPrevious = seen.filter((wait) => isNearer(wait, expected, fromFirst)).length;
  const ofFirst = seen.filter((wait) => isNearer(wait, fromFirst, expected)).length;
  const [count, start] = ofPrevious >= ofFirst ? [ofPrevious, 'attempt before'] : [ofFirst, 'first attempt'];
  if (count === 0 || index < 1) return undefined;
  return {
    part: 'shown now',
    text: `Each wait before a retry counts from the ${start}.`,
    ...showedAlways({ count }, seen.length),
  };
}

const isNearer = (wait: number, one: number, other: number): boolean =>
  isSame(wait, one) && Math.abs(wait - one) < Math.abs(wait - other);

const isSame = (one: number, other: number): boolean =>
  Math.abs(one - other) <= Math.max(toleranceInSeconds, tolerance * other);

/** The roundest number that is near enough: a schedule has round ones, and an attempt takes time too. */
function roundSeconds(seconds: number): number {
  const round = Number(seconds.toPrecision(1));
  return Math.abs(round - seconds) <= Math.max(0.2, 0.05 * seconds) ? round : Number(seconds.toPrecision(2));
}

const ordinalOf = (index: number): string => ['first', 'second', 'third'][index] ?? `${index + 1}th`;
