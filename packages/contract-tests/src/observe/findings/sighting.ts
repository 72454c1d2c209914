import type { KeptExchange } from '../kept-exchange.ts';
import type { Sample } from './sample.ts';

/**
 * How often something showed, and when. Attempts of one event, and retries of one call within ten minutes, count once, among the first
 * hundred events and such calls.
 */
export interface Sighting {
  count: number;
  firstAt: string;
  lastAt: string;
}

/** Nothing yet. */
export const createSighting = (): Sighting => ({ count: 0, firstAt: '', lastAt: '' });

/** What an exchange counts by. Without a label it counts always. */
export type Evidence = Pick<KeptExchange, 'at' | 'eventLabel' | 'callLabel'>;

/** Adds an exchange that showed it `times` times. */
export function sight(sighting: Sighting, { at, eventLabel, callLabel }: Evidence, times = 1): void {
  const label = callLabel === undefined ? eventLabel : `${callLabel} ${at.slice(0, tenMinutes)}`;
  sighting.count += label === undefined ? times : countAttempt(sighting, label);
  if (sighting.firstAt === '' || at < sighting.firstAt) sighting.firstAt = at;
  if (at > sighting.lastAt) sighting.lastAt = at;
}

/** The length of a time in ISO 8601 up to its tens of minutes. */
const tenMinutes = 'YYYY-MM-DDTHH:M'.length;

const mostLabels = 100;

/** The attempts that a sighting counts, and their different labels. */
const attemptsOf = new WeakMap<Sighting, { count: number; labels: Set<string> }>();

/** How many more an attempt makes: by labels as long as there are few, otherwise by attempts, so that their order decides nothing. */
function countAttempt(sighting: Sighting, label: string): number {
  const own = attemptsOf.get(sighting) ?? { count: 0, labels: new Set() };
  attemptsOf.set(sighting, own);
  const count = (): number => (own.labels.size > mostLabels ? own.count : own.labels.size);
  const before = count();
  own.count += 1;
  if (own.labels.size <= mostLabels) own.labels.add(label);
  return count() - before;
}

/** Adds an exchange to the sighting of a key, if the key is kept. */
export function sightIn<Key>(sample: Sample<Sighting, Key>, key: Key, evidence: Evidence): void {
  const sighting = sample.get(key);
  if (sighting) sight(sighting, evidence);
}

/** What several sightings show together. */
export const joinSightings = (sightings: readonly Sighting[]): Sighting => ({
  count: sumOf(sightings.map(({ count }) => count)),
  firstAt: sightings.map(({ firstAt }) => firstAt).sort()[0] ?? '',
  lastAt:
    sightings
      .map(({ lastAt }) => lastAt)
      .sort()
      .at(-1) ?? '',
});

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** A sighting with its first exchange as an example. */
export interface ExampleSighting extends Sighting {
  example: KeptExchange | undefined;
}

export const createExampleSighting = (): ExampleSighting => ({ ...createSighting(), example: undefined });

/** Adds an exchange, which becomes the example if it is the first one, and among simultaneous ones the first by its text. */
export function sightExample(sighting: ExampleSighting, exchange: KeptExchange): void {
  sight(sighting, exchange);
  const { example } = sighting;
  if (!example || exchange.at < example.at || (exchange.at === example.at && isBefore(exchange, example)))
    sighting.example = exchange;
}

const isBefore = (one: KeptExchange, other: KeptExchange): boolean => JSON.stringify(one) < JSON.stringify(other);

/** A tally by name of a few names. */
export type Tally = Record<string, number>;

export function increase(tally: Tally, name: string, by = 1): void {
  tally[name] = (tally[name] ?? 0) + by;
}
