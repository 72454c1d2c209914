import { isSuccess } from '../is-success.ts';
import type { KeptExchange, KeptMessage } from '../kept-exchange.ts';
import { nameOf } from '../pointer.ts';
import { type Finder, type Finding, showed, showedAlways } from './finding.ts';
import { createSample } from './sample.ts';
import type { SchemaPlaces } from './schema-places.ts';
import { createSighting, sight, sumOf } from './sighting.ts';

const mostAmounts = 500;

/** How many minor units are a major one. */
const minorPerMajor = 100;

interface Amount {
  operation: string;
  pointer: string;
}

/**
 * Finds in which unit amounts are answered: an amount that was sent and comes back shows it. The amounts are the numbers whose unit the
 * document leaves open.
 */
export function createUnitFinder(places: SchemaPlaces, unit: 'major' | 'minor'): Finder {
  const amounts = createSample(mostAmounts, createTally);
  return {
    add: (exchange) => {
      const { kind, operation, status, request } = exchange;
      if (kind === 'event' || operation === undefined || status === undefined) return;
      for (const [pointer, sent] of numbersOf(request)) {
        const schemas = places.at({ operation, message: 'request' }, pointer);
        const isAmount = schemas.some(({ schema }) => /with decimals|amount/i.test(schema['x-not-shown'] ?? ''));
        if (isAmount) note(amounts.get({ operation, pointer }), exchange, { pointer, sent });
      }
    },
    list: () =>
      amounts.entries().flatMap(([amount, tally]): Finding[] => {
        const found = findUnit(amount, tally, unit);
        return found ? [{ ...found, part: 'shown now', subject: 'unit', message: 'request', ...amount }] : [];
      }),
  };
}

const createTally = (_: Amount) => ({
  /** It came back. */
  compared: createSighting(),
  /** It came back a hundred times as large. */
  minor: createSighting(),
  /** It came back as it was sent, with decimals. */
  withDecimals: createSighting(),
  /** Requests that are valid by the document, by whether the amount had decimals and whether they were served. */
  wholeServed: createSighting(),
  decimalsRefused: createSighting(),
});

type AmountTally = ReturnType<typeof createTally>;

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

function note(
  tally: AmountTally | undefined,
  exchange: KeptExchange,
  { pointer, sent }: { pointer: string; sent: number[] },
): void {
  const { status = 0, response, violations, refusedFor } = exchange;
  if (!tally) return;
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

function findUnit({ operation, pointer }: Amount, tally: AmountTally, unit: 'major' | 'minor') {
  const { compared, minor, withDecimals, wholeServed, decimalsRefused } = tally;
  const name = nameOf(pointer);
  if (minor.count > 0)
    return {
      text: `${operation} answers ${name} a hundred times as large as it was sent, so it counts the minor unit.`,
      ...showedAlways(minor, compared.count),
      learned: unit === 'minor' ? undefined : ({ kind: 'unit', unit: 'minor' } as const),
    };
  if (withDecimals.count > 0)
    return {
      text: `${operation} takes ${name} with decimals and answers it as it was sent, so it counts the major unit.`,
      ...showed(withDecimals),
    };
  if (decimalsRefused.count > 0 && wholeServed.count > 0)
    return {
      text: `${operation} refuses ${name} with decimals and takes whole numbers, so it counts the minor unit, or takes no decimals.`,
      ...showed(decimalsRefused),
    };
  return undefined;
}
