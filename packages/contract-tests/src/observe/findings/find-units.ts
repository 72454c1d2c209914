import type { KeptExchange, KeptMessage } from '../kept-exchange.ts';
import { certaintyOf, type Finding } from './finding.ts';
import { createSample } from './sample.ts';
import { isSuccess, nameOf, type SchemaPlaces } from './schema-places.ts';
import { createSighting, type Sighting, sight } from './sighting.ts';

/** Keeps in which unit amounts are answered: an amount that was sent and comes back shows it. */
export interface UnitTallies {
  add(exchange: KeptExchange): void;
  list(): Finding[];
}

const mostAmounts = 500;

/** How many minor units are a major one. */
const minorPerMajor = 100;

interface AmountTally {
  /** It came back. */
  compared: Sighting;
  /** It came back a hundred times as large. */
  minor: Sighting;
  /** It came back as it was sent, with decimals. */
  withDecimals: Sighting;
  /** Requests that are valid by the document, by whether the amount had decimals and whether they were served. */
  wholeServed: Sighting;
  decimalsRefused: Sighting;
}

/** Creates empty tallies. The amounts are the numbers whose unit the document leaves open. */
export function createUnitTallies(places: SchemaPlaces, unit: 'major' | 'minor'): UnitTallies {
  const amounts = createSample<AmountTally>(mostAmounts, () => ({
    compared: createSighting(),
    minor: createSighting(),
    withDecimals: createSighting(),
    wholeServed: createSighting(),
    decimalsRefused: createSighting(),
  }));
  return {
    add: (exchange) => {
      const { kind, operation, status, request } = exchange;
      if (kind === 'event' || operation === undefined || status === undefined) return;
      for (const [pointer, sent] of numbersOf(request)) {
        const schemas = places.find({ operation, message: 'request' }, pointer).at(-1) ?? [];
        const isAmount = schemas.some(({ schema }) => isAmountOpen(schema['x-not-shown']));
        const tally = isAmount ? amounts.get(JSON.stringify([operation, pointer])) : undefined;
        if (tally) note(tally, exchange, { pointer, sent });
      }
    },
    list: () => amounts.entries().flatMap(([key, tally]) => findUnit(JSON.parse(key) as [string, string], tally, unit)),
  };
}

const isAmountOpen = (text: string | undefined): boolean => /with decimals|amount/i.test(text ?? '');

/** The numbers of a message by pointer. */
function numbersOf({ fields }: KeptMessage): Map<string, number[]> {
  const numbers = new Map<string, number[]>();
  for (const { pointer, value, count } of fields) {
    if (!('value' in value) || typeof value.value !== 'number') continue;
    const own = numbers.get(pointer) ?? [];
    numbers.set(pointer, [...own, ...Array<number>(Math.min(count, 1000)).fill(value.value)]);
  }
  return numbers;
}

const sumOf = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0);

function note(
  tally: AmountTally,
  exchange: KeptExchange,
  { pointer, sent }: { pointer: string; sent: number[] },
): void {
  const { status = 0, response, violations, refusedFor } = exchange;
  const hasDecimals = sent.some((value) => !Number.isInteger(value));
  if (!isSuccess(status)) {
    const isValid = violations.length === 0 && refusedFor.length === 0;
    if (hasDecimals && isValid && status < 500) sight(tally.decimalsRefused, exchange);
    return;
  }
  if (!hasDecimals) sight(tally.wholeServed, exchange);
  const came = response && [...numbersOf(response)].find(([own]) => nameOf(own) === nameOf(pointer))?.[1];
  const ratio = came ? sumOf(came) / sumOf(sent) : Number.NaN;
  if (!Number.isFinite(ratio) || ratio === 0) return;
  sight(tally.compared, exchange);
  if (isNear(ratio, minorPerMajor)) sight(tally.minor, exchange);
  if (isNear(ratio, 1) && hasDecimals) sight(tally.withDecimals, exchange);
}

/** Sums of floating-point numbers are not exact. */
const isNear = (one: number, other: number): boolean => Math.abs(one / other - 1) < 1e-9;

function findUnit([operation, pointer]: [string, string], tally: AmountTally, unit: 'major' | 'minor'): Finding[] {
  const { compared, minor, withDecimals, wholeServed, decimalsRefused } = tally;
  const base = { part: 'shown now', subject: 'unit', operation, message: 'request', pointer } as const;
  const name = nameOf(pointer);
  const learned = unit === 'minor' ? {} : { learned: { kind: 'unit', unit: 'minor' } as const };
  if (minor.count > 0) {
    const text = `${operation} answers ${name} a hundred times as large as it was sent, so it counts the minor unit.`;
    return [
      {
        ...base,
        ...minor,
        text,
        outOf: compared.count,
        certainty: certaintyOf(minor.count, compared.count),
        ...learned,
      },
    ];
  }
  if (withDecimals.count > 0) {
    const text = `${operation} takes ${name} with decimals and answers it as it was sent, so it counts the major unit.`;
    return [{ ...base, ...withDecimals, text, outOf: withDecimals.count, certainty: certaintyOf(withDecimals.count) }];
  }
  if (decimalsRefused.count > 0 && wholeServed.count > 0) {
    const text = `${operation} refuses ${name} with decimals and takes whole numbers, so it counts the minor unit, or takes no decimals.`;
    return [
      {
        ...base,
        ...decimalsRefused,
        text,
        outOf: decimalsRefused.count,
        certainty: certaintyOf(decimalsRefused.count),
      },
    ];
  }
  return [];
}
