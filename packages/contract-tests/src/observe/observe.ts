import { packageVersion } from '../package/package-manifest.ts';
import { type Contradiction, findContradictions, findMissingToken } from './contradictions.ts';
import { type Exchange, readHar } from './har.ts';
import { findKnown, type KnownExchange, type ObservedAddresses } from './known-exchange.ts';
import { nameCall } from './names.ts';
import { findOpenFields, findOpenStatus, type SeenField, type SeenStatus } from './open-places.ts';

/** What recorded traffic shows of a service. It has names and types, and no value. */
export interface ObservationReport {
  /** Of this format. A change that old readers would misread raises it. */
  version: 1;
  /** The version of this package. */
  by: string;
  /** How many exchanges belong to the service, how many of them are of an operation of the document or an event. */
  exchanges: number;
  known: number;
  /** How many entries go to other addresses, and how many can't be read. */
  foreign: number;
  unreadable: number;
  /** Of how many exchanges a body was not recorded. */
  withoutBody: number;
  /** What contradicts the document, the best known first. */
  contradictions: (Contradiction & Evidence)[];
  /** Calls that are no operation of the document, by the status of their answers; 0 if none came. */
  unknownCalls: (UnknownCall & Evidence)[];
  /** What was seen where the document leaves something open. */
  statuses: (SeenStatus & Evidence)[];
  fields: (SeenField & Evidence)[];
  /** What can't be told of these files, in sentences. */
  notes: string[];
}

interface UnknownCall {
  call: string;
  status: number;
}

/** How often something was seen. */
export interface Evidence {
  /** In how many exchanges. */
  count: number;
  /** Where it was seen first, such as `traffic.har, entry 12`. */
  first: string;
}

/** Holds the traffic in HAR files against the document. Rejects with `HarError` if a file can't be read. */
export async function observe(files: readonly string[], addresses: ObservedAddresses): Promise<ObservationReport> {
  const seen = createSeen();
  for (const file of files) await readInto(seen, file, addresses);
  const { counts, contradictions, unknownCalls, statuses, fields, notes } = seen;
  const { exchanges, known, withoutBody } = counts;
  if (withoutBody > 0) notes.push(`A body was not recorded in ${withoutBody} of ${exchanges} exchanges.`);
  if (exchanges > 0 && known === 0)
    notes.push('No call is an operation of this document. Check --url or the other addresses.');
  return {
    version: 1,
    by: packageVersion,
    ...counts,
    contradictions: contradictions.list().toSorted((one, other) => rankOf(one) - rankOf(other)),
    unknownCalls: unknownCalls.list(),
    statuses: statuses.list(),
    fields: fields.list(),
    notes,
  };
}

const rankOf = ({ basis }: Contradiction): number => ['stated', 'implied', 'assumed'].indexOf(basis);

type Seen = ReturnType<typeof createSeen>;

const createSeen = () => ({
  counts: { exchanges: 0, known: 0, foreign: 0, unreadable: 0, withoutBody: 0 },
  contradictions: createTally<Contradiction>(),
  unknownCalls: createTally<UnknownCall>(),
  statuses: createTally<SeenStatus>(),
  fields: createTally<SeenField>(),
  notes: [] as string[],
});

async function readInto(seen: Seen, file: string, addresses: ObservedAddresses): Promise<void> {
  const { counts, contradictions, notes } = seen;
  const withoutToken = createTally<Contradiction>();
  let hasTokens = false;
  for await (const exchange of readHar(file)) {
    const found = exchange && findKnown(exchange, addresses);
    if (exchange === undefined) counts.unreadable += 1;
    else if (found === undefined) counts.foreign += 1;
    else {
      addExchange(seen, exchange, found);
      hasTokens ||= exchange.headers.has('authorization');
      if (typeof found === 'object') withoutToken.add(findMissingToken(found), exchange.source);
    }
  }
  if (hasTokens) contradictions.join(withoutToken);
  else if (withoutToken.list().length > 0)
    notes.push(`${file} has no token, as some tools leave them out: nothing is said about tokens.`);
}

/** Adds an exchange with its operation, or with the path of a call that is none. */
function addExchange(seen: Seen, { source, method, body, answer }: Exchange, found: KnownExchange | string): void {
  const { counts, contradictions, unknownCalls, statuses, fields } = seen;
  counts.exchanges += 1;
  if ([body.kind, answer?.body.kind].includes('not recorded')) counts.withoutBody += 1;
  if (typeof found === 'string') {
    unknownCalls.add([{ call: nameCall(method, found), status: answer?.status ?? 0 }], source);
    return;
  }
  counts.known += 1;
  contradictions.add(findContradictions(found), source);
  statuses.add(findOpenStatus(found), source);
  fields.add(findOpenFields(found), source);
}

/** More kinds of one thing are not told from each other, so that no file fills the memory. */
const mostKinds = 5000;

/** Counts in how many exchanges each of some facts was seen. */
function createTally<Fact extends object>() {
  const found = new Map<string, Fact & Evidence>();
  const count = (key: string, fact: Fact & Evidence): void => {
    const known = found.get(key);
    if (known) known.count += fact.count;
    else if (found.size < mostKinds) found.set(key, { ...fact });
  };
  return {
    /** The facts of one exchange. */
    add(facts: readonly Fact[], first: string): void {
      const byKey = new Map(facts.map((fact) => [JSON.stringify(fact), fact]));
      for (const [key, fact] of byKey) count(key, { ...fact, count: 1, first });
    },
    join(other: { entries(): Iterable<[key: string, fact: Fact & Evidence]> }): void {
      for (const [key, fact] of other.entries()) count(key, fact);
    },
    entries: () => found.entries(),
    list: () => [...found.values()],
  };
}
