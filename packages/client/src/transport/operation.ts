import type { hostNames, tokenKinds } from '../generated/operations.ts';
import type { ValueSchema } from '../rules/value-schema.ts';

/** A host that serves operations, by its name in the options. */
export type HostName = (typeof hostNames)[number];

/** A kind of token that operations take. */
export type TokenKind = (typeof tokenKinds)[number];

/** What the document says of an operation and TypeScript types cannot. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  host: HostName;
  /** The path with its parameters in braces. */
  template: string;
  /** Any one of these authenticates; none is sent where the list is empty. */
  tokens: readonly TokenKind[];
  /** A read, or a write that does the same thing twice: it may be sent again. Any other only if it surely did not arrive. */
  isRepeatable?: true;
  /** The schemas of path parameters, query and body. */
  request?: Readonly<Record<string, ValueSchema>>;
  /** How the body is encoded where not as JSON. */
  encoding?: 'application/x-www-form-urlencoded';
  /** What a success answers with is not shown, so that any text is accepted. */
  isAnswerOpen?: true;
  /** Failures of the server that the document gives a meaning: an answer, not a reason to send again. */
  meaningful?: readonly number[];
}
