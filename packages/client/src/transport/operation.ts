import type { hostNames, tokenKinds } from '../generated/operations.ts';
import type { Check } from '../rules/check.ts';
import type { Property } from '../rules/containers.ts';

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
  isRepeatable: boolean;
  /** How the body is encoded where not as JSON. */
  encoding?: 'application/x-www-form-urlencoded';
  /** The checks of the parameters in the path, each of which has to be an id besides. */
  path?: Readonly<Record<string, Check>>;
  query?: Property;
  body?: Property;
  /** What a success answers with is not shown, so that any text is accepted. */
  isAnswerOpen: boolean;
  /** Failures of the server that the document gives a meaning: an answer, not a reason to send again. */
  meaningfulFailures: readonly number[];
}
