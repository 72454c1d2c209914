import type { Schema, Signature } from '@escrow-kit/spec';
import type { KeptExchange } from '../kept-exchange.ts';
import type { Sighting } from './sighting.ts';

/** How sure a finding is, the surest first. */
export const certainties = ['sure', 'likely', 'seen'] as const;

/**
 * How sure a finding is:
 *
 * - `sure`: it showed at least {@link sureFrom} times, and nothing spoke against it;
 * - `likely`: it showed at least {@link likelyFrom} times, or more often with exceptions; a login also if calls with its tokens did;
 * - `seen`: it showed once or twice, however often that event or call was sent again. That is listed and not claimed: nothing is proposed from it.
 */
export type Certainty = (typeof certainties)[number];

const sureFrom = 20;
const likelyFrom = 3;

/** The certainty of what showed `count` times. `outOf` is how often it would have shown if it were always so; default: `count`. */
export function certaintyOf(count: number, outOf: number = count): Certainty {
  if (count < likelyFrom) return 'seen';
  return count >= sureFrom && count >= outOf ? 'sure' : 'likely';
}

/** What a finding says of how often it showed, out of so many times that could have shown it. It is as sure as those times make it. */
export function showed({ count, ...times }: ShownTimes, outOf: number = count) {
  return { count, outOf, certainty: certaintyOf(count), firstAt: times.firstAt, lastAt: times.lastAt };
}

/** The same of what is claimed of all of them, so that each exception speaks against it. */
export const showedAlways = (times: ShownTimes, outOf: number = times.count) => ({
  ...showed(times, outOf),
  certainty: certaintyOf(times.count, outOf),
});

type ShownTimes = Pick<Sighting, 'count'> & Partial<Sighting>;

/** Learns from exchanges, one by one and in any order, in bounded memory. */
export interface Finder {
  /** `run` is where the exchange was seen. */
  add(exchange: KeptExchange, run: string): void;
  /** What was found so far. */
  list(): Finding[];
}

/** The parts of a report, in its order. */
export const parts = ['contradicts', 'not in the document', 'shown now', 'not seen'] as const;

/**
 * Where a finding belongs: it contradicts what the document states; the document does not have it; the document left it open, or only
 * the kit assumed something else; nothing of it was seen.
 */
export type Part = (typeof parts)[number];

/** What a finding is about. */
type Subject =
  | 'status'
  | 'type'
  | 'name'
  | 'field'
  | 'required'
  | 'enumeration'
  | 'format'
  | 'unit'
  | 'header'
  | 'operation'
  | 'event'
  | 'refusal'
  | 'token source'
  | 'token lifetime'
  | 'rate limit'
  | 'retry time'
  | 'signature';

/** One thing learned of the service. It holds no secret and nothing personal. */
export interface Finding {
  part: Part;
  subject: Subject;
  /** The id of the operation or webhook; of an operation that the document does not have, its method and path. */
  operation?: string | undefined;
  /** Whether it is about what was sent to the operation or about its answer. An event is a request of the service. */
  message?: 'request' | 'response' | undefined;
  status?: number | undefined;
  /** The status of the events that it is about, such as `COMPLETED`. */
  eventStatus?: string | undefined;
  rule?: string | undefined;
  /** The field, by its pointer in the body, with `*` for what is the same in all entries of a list or map, as in a kept field. */
  pointer?: string | undefined;
  /** What was found, in one sentence. */
  text: string;
  /** How often it showed. */
  count: number;
  /** How many exchanges, messages or fields could have shown it. */
  outOf: number;
  certainty: Certainty;
  /** When it showed first and last, ISO 8601. */
  firstAt?: string | undefined;
  lastAt?: string | undefined;
  /** The first exchange that showed it. */
  example?: KeptExchange | undefined;
  /** For what was not seen: the call that would show it. */
  remedy?: string | undefined;
  /** The same for a program: what the document would say. */
  learned?: Learned | undefined;
}

/** What a finding would change in the document. */
export type Learned =
  /** An answer has this status; in place of `documented`, if that is given, which the kit assumes. */
  | { kind: 'status'; status: number; documented?: string | undefined }
  /** An answer has no body, or one of this media type that is not JSON. */
  | { kind: 'body'; mediaType?: string | undefined }
  /** There is a field. `isForbidden`: the document says that it must not be there. */
  | { kind: 'field'; schema: Schema; isAlwaysThere: boolean; isForbidden?: true | undefined }
  /** A field that may be left out is always there. */
  | { kind: 'required' }
  /** A required field may be missing. */
  | { kind: 'optional' }
  /** A field has another name. */
  | { kind: 'renamed'; to: string }
  /**
   * A field has these values too. `isServed`: requests have them, and it is not known that another is served. `insteadOf`: the only
   * value that was known of the field of an answer, which no answer had.
   */
  | { kind: 'values'; values: unknown[]; isServed?: true | undefined; insteadOf?: string | undefined }
  /** These keywords hold of a field, in place of `without`. */
  | { kind: 'keywords'; keywords: Schema; without?: readonly string[] | undefined }
  /**
   * A discriminator's property has this value, in place of one that the document has. Without `inPlaceOf` it is not known of which:
   * one of the `free` ones.
   */
  | { kind: 'alternative'; name: string; free: string[]; inPlaceOf?: string | undefined }
  /** The answers of these operations have a header. */
  | { kind: 'header'; name: string; schema: Schema; operations: string[] }
  /** Requests need a header. */
  | { kind: 'required header'; name: string }
  /** A query parameter may be sent. */
  | { kind: 'parameter'; name: string }
  /** The wait before the retry of this index, from 0; undefined if there is no such retry. */
  | { kind: 'retry'; index: number; seconds?: number | undefined }
  /** Events have a status of which it is not known whether it is a state of a milestone. */
  | { kind: 'event status'; status: string }
  /** A state of a milestone has another name. */
  | { kind: 'state'; name: string; inPlaceOf: string }
  /** How events are signed; undefined if they are not. */
  | { kind: 'signature'; signature?: Signature | undefined }
  /** The operation of the finding gives tokens of a kind: pointers into its answer, to the token and its lifetime. */
  | { kind: 'token source'; tokenKind: string; token: string; lifetime?: string | undefined }
  | { kind: 'unit'; unit: 'minor' }
  | { kind: 'rule off' }
  | { kind: 'operation'; operation: AddedOperation };

/** An operation that the document does not have. */
export interface AddedOperation {
  method: string;
  path: string;
  host?: string | undefined;
  /** The kind of token that was sent, if it is known. */
  tokenKind?: string | undefined;
  sendsToken: boolean;
  request?: AddedBody | undefined;
  /** Names of the query parameters. */
  query: string[];
  responses: { status: number; body?: AddedBody | undefined }[];
}

/** A body of such an operation. */
export interface AddedBody {
  mediaType: string;
  schema: Schema;
}

/** A finding that learned something of a kind. */
export type FindingOf<Kind extends Learned['kind']> = Finding & { learned: Extract<Learned, { kind: Kind }> };

/** Whether a finding learned something of one of these kinds. */
export const isOfKind = <Kind extends Learned['kind']>(
  finding: Finding,
  ...kinds: readonly Kind[]
): finding is FindingOf<Kind> => kinds.some((kind) => kind === finding.learned?.kind);

/** The findings that learned something of one of these kinds. */
export const ofKind = <Kind extends Learned['kind']>(
  findings: readonly Finding[],
  ...kinds: readonly Kind[]
): FindingOf<Kind>[] => findings.filter((finding) => isOfKind(finding, ...kinds));
