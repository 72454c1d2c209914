import type { Check } from './check.ts';
import type { Property } from './containers.ts';

/** A type of a field, as the document names it. */
export type AnswerType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

/** What the document says of an operation and TypeScript types cannot. */
export interface OperationFacts<Host extends string, Token extends string> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  host: Host;
  /** The path with its parameters in braces. */
  template: string;
  /** Any one of these authenticates; none is sent where the list is empty. */
  tokens: readonly Token[];
  /** A read, or a write that does the same thing twice: it may be sent again. Any other only if it surely did not arrive. */
  isRepeatable: boolean;
  /** How the body is encoded where not as JSON. */
  encoding?: 'application/x-www-form-urlencoded';
  /** The checks of the parameters in the path, each of which has to be an id besides. */
  path?: Readonly<Record<string, Check>>;
  query?: Property;
  body?: Property;
  /**
   * The types of the fields of a success, by paths such as `data.id`. Left out where what it answers with is not shown, so that
   * any JSON or nothing is accepted.
   */
  answer?: Readonly<Record<string, AnswerType>>;
  /** Failures of the server that the document gives a meaning: an answer, not a reason to send again. */
  meaningfulFailures: readonly number[];
}
