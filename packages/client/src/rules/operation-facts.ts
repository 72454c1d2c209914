import type { Check } from './check.ts';
import type { Property } from './containers.ts';
import { anything } from './values.ts';

/** A type of a field, as the document names it. */
export type AnswerType = 'string' | 'integer' | 'number' | 'boolean' | 'array';

/**
 * What the document says about an operation and TypeScript types cannot express: one row of the generated `operationTable`. Its checks
 * are functions, so that a call checks its input by one look-up, without the document.
 */
export interface OperationFacts<Host extends string, Token extends string> {
  /** The method of its requests. */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The host that serves it. */
  host: Host;
  /** The path with its parameters in braces. */
  template: string;
  /** The kinds of token that authenticate; any one will do. If empty, no token is sent. */
  tokens: readonly Token[];
  /** That it may be sent again: a read, or a write that may be repeated. Other writes only if they certainly did not arrive. */
  isRepeatable?: true;
  /** The encoding of the body, if it is not JSON. */
  encoding?: 'application/x-www-form-urlencoded';
  /** The checks of path parameters. Each parameter must be an id, and one without a check may be any. */
  path?: Readonly<Record<string, Check>>;
  /** The check of the query. */
  query?: Property;
  /** The check of the body. */
  body?: Property;
  /**
   * The types of the fields of a success, by paths such as `data.id` and `data.milestones[].id`. Left out if the answer is not shown: then any JSON, or nothing,
   * is accepted.
   */
  answer?: Readonly<Record<string, AnswerType>>;
  /** The 5xx statuses to which the document gives a meaning. They are answers, not reasons to retry. */
  meaningfulFailures?: readonly number[];
}

/** The check of an operation's body. */
export const bodyCheckOf = ({ body }: Pick<OperationFacts<string, string>, 'body'>): Check => body?.check ?? anything();
