import type { Check, Property } from './check.ts';
import type { PartyRoles } from './is-balanced.ts';
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

/** The types of a document, as far as those of a deployment depend on them. */
export interface DocumentTypes {
  operations: object;
  hosts: object;
  tokenKind: string;
  secretField: string;
}

/** What a client knows about a deployment of the service besides its types, by the types of its document. */
export interface DeploymentOf<Document extends DocumentTypes> {
  /** What types cannot express about each operation, by operation id. */
  readonly operationTable: Readonly<
    Record<keyof Document['operations'], OperationFacts<keyof Document['hosts'] & string, Document['tokenKind']>>
  >;
  /** The hosts that serve the operations. */
  readonly hostNames: readonly (keyof Document['hosts'])[];
  /** The kinds of token that operations take (AUTH-2, AUTH-3, AUTH-8, AUTH-9, AUTH-11). */
  readonly tokenKinds: readonly Document['tokenKind'][];
  /** The fields that hold a token or a password. */
  readonly secretFields: readonly Document['secretField'][];
  /** The roles of parties as the deployment spells them. */
  readonly partyRoles: PartyRoles;
  /** What amounts count: `major` units with decimals, or whole `minor` units. */
  readonly amountUnit: 'major' | 'minor';
  /** The status of a new milestone as the deployment spells it (STATE-1). */
  readonly initialStatus: string;
  /** The check of the phone of a participant: a registered phone with a rule of its own (USER-1c). */
  readonly registeredPhone: Check;
}

/** The check of an operation's body. */
export const bodyCheckOf = ({ body }: Pick<OperationFacts<string, string>, 'body'>): Check => body?.check ?? anything();
