import { toOneLine } from '../deployment/text.ts';
import { packageVersion } from '../package/package-manifest.ts';
import { type Contradiction, findContradictions } from './contradictions.ts';
import { findKnown, findOpenPlaces, nameCall, type ObservedAddresses, type OpenPlace } from './document.ts';
import { isRedacted, type RecordedExchange, readEntries, readEntry } from './har.ts';

/** The report on recorded traffic. It contains names and types, but no values. */
export interface ObservationReport {
  /** The version of this format. Incompatible changes raise it. */
  version: 1;
  /** The version of this package. */
  by: string;
  counts: typeof noCounts;
  /** Contradictions of the document: stated first, then implied and assumed. */
  contradictions: Counted<OfOperation<Contradiction>>[];
  /** Calls that are not in the document, by the status of their answers; 0 without an answer. */
  unknownCalls: Counted<{ call: string; status: number }>[];
  /** Findings where the document is open. */
  openPlaces: Counted<OfOperation<OpenPlace>>[];
  /** Limits of these files, in sentences. */
  notes: string[];
}

type OfOperation<Fact> = { operation: string } & Fact;

/** The number of exchanges with this fact, and the first place, such as `traffic.har, entry 12`. */
type Counted<Fact> = Fact & { count: number; first: string };

/** Exchanges of the service; known operations and events; entries of other addresses; unreadable entries. */
const noCounts = { exchanges: 0, known: 0, foreign: 0, unreadable: 0, withoutBody: 0 };

/** Compares the traffic in HAR files with the document. Throws `CommandLineError` if a file is unreadable. */
export async function observe(files: readonly string[], addresses: ObservedAddresses): Promise<ObservationReport> {
  const observation = createObservation();
  for (const file of files) await readInto(observation, file, addresses);
  const { counts, contradictions, unknownCalls, openPlaces, notes } = observation;
  const { exchanges, known, withoutBody } = counts;
  if (withoutBody > 0) notes.push(`A body was not recorded in ${withoutBody} of ${exchanges} exchanges.`);
  if (known === 0) notes.push('No call matches an operation of the document. Check --url and the other addresses.');
  if ([contradictions, unknownCalls, openPlaces].some((tally) => tally.list().length === mostKinds))
    notes.push(`Lists end after ${mostKinds} entries.`);
  const rankOf = ({ basis }: Contradiction): number => ['stated', 'implied', 'assumed'].indexOf(basis);
  return {
    ...{ version: 1, by: packageVersion, counts, notes },
    contradictions: contradictions.list().toSorted((one, other) => rankOf(one) - rankOf(other)),
    unknownCalls: unknownCalls.list(),
    openPlaces: openPlaces.list(),
  };
}

const createObservation = () => ({
  counts: { ...noCounts },
  contradictions: createTally<OfOperation<Contradiction>>(),
  unknownCalls: createTally<{ call: string; status: number }>(),
  openPlaces: createTally<OfOperation<OpenPlace>>(),
  notes: [] as string[],
});

type Observation = ReturnType<typeof createObservation>;

/** Adds the entries of a file. Unreadable ones are counted and skipped. */
async function readInto(observation: Observation, file: string, addresses: ObservedAddresses): Promise<void> {
  const ofFile = createTally<OfOperation<Contradiction>>();
  const areHeadersWhole = new Map<string, boolean>();
  let entries = 0;
  for await (const entry of readEntries(file, (note) => void observation.notes.push(note))) {
    entries += 1;
    const exchange = readEntry(entry, `${file}, entry ${entries}`);
    if (exchange) ofFile.add(addExchange(observation, exchange, addresses), exchange.source);
    else observation.counts.unreadable += 1;
    for (const [name, value] of exchange?.headers ?? [])
      areHeadersWhole.set(name, areHeadersWhole.get(name) !== false && !isRedacted(value));
  }
  // A tool removes a header or its values from a whole file. Its absence is then no contradiction.
  const unshownHeaders = new Set<string>();
  for (const { count, first, ...fact } of ofFile.list()) {
    const { missingHeader: name } = fact;
    if (name && !areHeadersWhole.get(name)) unshownHeaders.add(name);
    else observation.contradictions.add([fact], first, count);
  }
  if (unshownHeaders.size > 0)
    observation.notes.push(`Not checked, because ${file} does not contain it: ${[...unshownHeaders].join(', ')}.`);
}

/** Adds the facts of an exchange, and returns its contradictions. */
function addExchange(
  observation: Observation,
  exchange: RecordedExchange,
  addresses: ObservedAddresses,
): OfOperation<Contradiction>[] {
  const { source, method, body, answer } = exchange;
  const found = findKnown(exchange, addresses);
  observation.counts[found === undefined ? 'foreign' : 'exchanges'] += 1;
  if (found === undefined) return [];
  if ([body.kind, answer?.body.kind].includes('not recorded')) observation.counts.withoutBody += 1;
  if (typeof found === 'string') {
    observation.unknownCalls.add([{ call: nameCall(method, found), status: answer?.status ?? 0 }], source);
    return [];
  }
  observation.counts.known += 1;
  const ofOperation = <Fact>(fact: Fact) => ({ operation: found.operation.id, ...fact });
  observation.openPlaces.add([...findOpenPlaces(found)].map(ofOperation), source);
  return findContradictions(found).map(ofOperation);
}

/** The longest list, so that no file fills the memory. */
const mostKinds = 5000;

/** Counts the exchanges of each fact. */
function createTally<Fact extends object>() {
  const found = new Map<string, Counted<Fact>>();
  return {
    /** Adds the facts of an exchange. */
    add(facts: Iterable<Fact>, first: string, count = 1): void {
      const byKey = new Map([...facts].map((fact) => [JSON.stringify(fact), fact]));
      for (const [key, fact] of byKey) {
        const known = found.get(key);
        if (known) known.count += count;
        else if (found.size < mostKinds) found.set(key, { ...fact, count, first });
      }
    },
    list: () => [...found.values()],
  };
}

/** Writes an observation for a terminal, one line per fact. */
export function formatObservation({
  counts,
  contradictions,
  unknownCalls,
  openPlaces,
  notes,
}: ObservationReport): string {
  const times = ({ count, first }: Counted<object>) =>
    `(${count === 1 ? 'once' : `${count} times, first`} in ${first})`;
  const section = (heading: string, lines: readonly string[]): string =>
    lines.length === 0 ? '' : [heading, ...lines.map((line) => `  ${toOneLine(line)}`), '', ''].join('\n');
  const wrong = contradictions.map(({ rule, basis, operation, place, message, ...seen }) => {
    return `${rule} (${basis})  ${operation}: ${place} ${message}  ${times(seen)}`;
  });
  const unknown = unknownCalls.map(({ call, status, ...seen }) => `${call}: ${status || 'no answer'}  ${times(seen)}`);
  const open = openPlaces.map(
    ({ operation, place, type, ...seen }) => `${operation}: ${place}: ${type}  ${times(seen)}`,
  );
  const { exchanges, known, foreign, unreadable } = counts;
  const others = foreign > 0 ? `; skipped, with other addresses: ${foreign}` : '';
  const lost = unreadable > 0 ? `; unreadable: ${unreadable}` : '';
  return [
    section('Contradicts the document', wrong),
    section('Not in the document', unknown),
    section('Seen where the document is open', open),
    section('Notes', notes),
    `Exchanges: ${exchanges}; in the document: ${known}${others}${lost}; contradictions: ${wrong.length}.\n`,
  ].join('');
}
