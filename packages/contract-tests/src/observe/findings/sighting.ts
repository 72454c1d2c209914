import type { KeptExchange } from '../kept-exchange.ts';
import type { Sample } from './sample.ts';

/** How often something showed, and when. */
export interface Sighting {
  count: number;
  firstAt: string;
  lastAt: string;
}

/** Nothing yet. */
export const createSighting = (): Sighting => ({ count: 0, firstAt: '', lastAt: '' });

/** Adds an exchange that showed it `times` times. */
export function sight(sighting: Sighting, at: string, times = 1): void {
  sighting.count += times;
  if (sighting.firstAt === '' || at < sighting.firstAt) sighting.firstAt = at;
  if (at > sighting.lastAt) sighting.lastAt = at;
}

/** Adds an exchange to the sighting of a key, if the key is kept. */
export function sightIn(sample: Sample<Sighting>, key: string, at: string): void {
  const sighting = sample.get(key);
  if (sighting) sight(sighting, at);
}

/** A sighting with its first exchange as an example. */
export interface ExampleSighting extends Sighting {
  example: KeptExchange | undefined;
}

export const createExampleSighting = (): ExampleSighting => ({ ...createSighting(), example: undefined });

/** Adds an exchange, which becomes the example if it is the first one, and among simultaneous ones the first by its text. */
export function sightExample(sighting: ExampleSighting, exchange: KeptExchange): void {
  sight(sighting, exchange.at);
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
