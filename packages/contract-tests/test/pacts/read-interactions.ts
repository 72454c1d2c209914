import { readFileSync } from 'node:fs';
import { listPactFiles } from '../../src/pacts/pact-files.ts';
import { nameOutsidePath } from '../../src/states/values.ts';

/** A generator of a request: what verification puts in place of the example. */
interface Generator {
  type: string;
  expression: string;
}

/** An interaction of the committed pacts. */
export interface PactInteraction {
  description: string;
  type: 'Synchronous/HTTP' | 'Asynchronous/Messages';
  providerStates: { name: string; params?: Record<string, unknown> }[];
  comments: {
    references: { OpenAPI: { operationId: string }; 'escrow-kit': { rules: string; basis: string } };
  };
  request: {
    method: string;
    path: string;
    headers?: Record<string, string[]>;
    generators?: { header?: Record<string, Generator> };
  };
  response: { status: number; body?: { content: unknown } };
  /** Only for messages. */
  contents: { content: unknown };
}

/** Every interaction of the committed pacts. */
export const pactInteractions: readonly PactInteraction[] = listPactFiles().flatMap(
  (file) => (JSON.parse(readFileSync(file, 'utf8')) as { interactions: PactInteraction[] }).interactions,
);

/** The values of its states that an interaction names, in its request, its answer and the templates of its states. */
export const placedNamesOf = (interaction: PactInteraction): string[] =>
  [...JSON.stringify(interaction).matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => nameOutsidePath(name));

/** The operation that an interaction calls. */
export const operationIdOf = ({ comments }: PactInteraction): string => comments.references.OpenAPI.operationId;

/** The rules that an interaction is about. */
export const rulesOf = ({ comments }: PactInteraction): string[] => comments.references['escrow-kit'].rules.split(' ');

/** The basis that an interaction names. */
export const basisOf = ({ comments }: PactInteraction): string => comments.references['escrow-kit'].basis;

/** The token of a call: the name of the value in its Authorization header, which is that of a security scheme, `unknown` or `none`. */
export function tokenOf({ request }: PactInteraction): string {
  const expression = request.generators?.header?.['Authorization']?.expression;
  if (expression) return /^Bearer \$\{(\w+)\}$/.exec(expression)?.[1] ?? 'malformed';
  return request.headers?.['Authorization'] ? 'unknown' : 'none';
}
