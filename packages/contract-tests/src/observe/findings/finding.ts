import type { Schema, Signature } from '@escrow-kit/spec';
import type { KeptExchange } from '../kept-exchange.ts';

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
  operation?: string;
  /** Whether it is about what was sent to the operation or about its answer. An event is a request of the service. */
  message?: 'request' | 'response';
  status?: number;
  /** The status of the events that it is about, such as `COMPLETED`. */
  eventStatus?: string;
  rule?: string;
  /** The field, by its pointer in the body, with `*` for what is the same in all entries of a list or map, as in a kept field. */
  pointer?: string;
  /** What was found, in one sentence. */
  text: string;
  /** How often it showed. */
  count: number;
  /** How many exchanges, messages or fields could have shown it. */
  outOf: number;
  certainty: Certainty;
  /** When it showed first and last, ISO 8601. */
  firstAt?: string;
  lastAt?: string;
  /** The first exchange that showed it. */
  example?: KeptExchange;
  /** For what was not seen: the call that would show it. */
  remedy?: string;
  /** The same for a program: what the document would say. */
  learned?: Learned;
}

/** What a finding would change in the document. */
export type Learned =
  /** An answer has this status; in place of `documented`, if that is given, which the kit assumes. */
  | { kind: 'status'; status: number; documented?: string }
  /** An answer has no body, or one of this media type that is not JSON. */
  | { kind: 'body'; mediaType?: string }
  /** There is a field. `isForbidden`: the document says that it must not be there. */
  | { kind: 'field'; schema: Schema; isAlwaysThere: boolean; isForbidden?: true }
  /** A field that may be left out is always there. */
  | { kind: 'required' }
  /** A required field may be missing. */
  | { kind: 'optional' }
  /** A field has another name. */
  | { kind: 'renamed'; to: string; schema: Schema }
  /**
   * A field has these values too. `isServed`: requests have them, and it is not known that another is served. `insteadOf`: the only
   * value that was known of the field of an answer, which no answer had.
   */
  | { kind: 'values'; values: unknown[]; isServed?: true; insteadOf?: string }
  /** These keywords hold of a field, in place of `without`. */
  | { kind: 'keywords'; keywords: Schema; without?: readonly string[] }
  /**
   * A discriminator's property has this value, in place of one that the document has. Without `inPlaceOf` it is not known of which:
   * one of the `free` ones.
   */
  | { kind: 'alternative'; name: string; free: string[]; inPlaceOf?: string }
  /** The answers of these operations have a header. */
  | { kind: 'header'; name: string; schema: Schema; operations: string[] }
  /** Requests need a header. */
  | { kind: 'required header'; name: string }
  /** A query parameter may be sent. */
  | { kind: 'parameter'; name: string }
  /** The wait before the retry of this index, from 0; undefined if there is no such retry. */
  | { kind: 'retry'; index: number; seconds?: number }
  /** Events have a status of which it is not known whether it is a state of a milestone. */
  | { kind: 'event status'; status: string }
  /** A state of a milestone has another name. */
  | { kind: 'state'; name: string; inPlaceOf: string }
  /** How events are signed; undefined if they are not. */
  | { kind: 'signature'; signature?: Signature }
  /** The operation of the finding gives tokens of a kind: pointers into its answer, to the token and its lifetime. */
  | { kind: 'token source'; tokenKind: string; token: string; lifetime?: string }
  | { kind: 'unit'; unit: 'minor' }
  | { kind: 'rule off' }
  | { kind: 'operation'; operation: AddedOperation };

/** An operation that the document does not have. */
export interface AddedOperation {
  method: string;
  path: string;
  host?: string;
  /** The kind of token that was sent, if it is known. */
  tokenKind?: string;
  sendsToken: boolean;
  /** The schema of the body. */
  request?: Schema;
  requestMediaType?: string;
  /** Names of the query parameters. */
  query: string[];
  responses: { status: number; mediaType?: string; schema?: Schema }[];
}
