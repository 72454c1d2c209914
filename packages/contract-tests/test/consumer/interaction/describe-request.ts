import type { ServiceOperation } from '@escrow-kit/spec';
import type { PactV4 } from '@pact-foundation/pact';
import { type SentToken, unknownToken } from '../../../src/deployment/credentials.ts';
import { PlacedValue, type Template, textMatcher, toExample, toMatchers } from './placed-value.ts';

/** An interaction of a pact that is being described. */
type PactInteraction = ReturnType<PactV4['addInteraction']>;

/** The parts of a request in a pact. */
type RequestBuilder = Parameters<NonNullable<Parameters<PactInteraction['withRequest']>[2]>>[0];

/** What is on the wire. */
export interface WireRequest {
  path?: Record<string, PlacedValue | string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Template;
  /** If not the documented one. */
  mediaType?: string;
}

const isFixed = (parts: (PlacedValue | string)[]): parts is string[] => parts.every((part) => typeof part === 'string');

/** The path with its parameters filled in. */
export function describePath({ path }: ServiceOperation, values: WireRequest['path'] = {}): string {
  const parts = path.split(/[{}]/).map((text, index) => (index % 2 ? toPathPart(values[text] ?? text) : text));
  // Pact's types require text or one of its matchers.
  return (isFixed(parts) ? parts.join('') : textMatcher(parts)) as string;
}

const toPathPart = (value: PlacedValue | string) =>
  typeof value === 'string' ? value : new PlacedValue(value.name, { ...value, isInPath: true });

const authorizationOf = (token: SentToken) =>
  token === 'unknown'
    ? `Bearer ${unknownToken}`
    : textMatcher([new PlacedValue(token as never, { before: 'Bearer ' })]);

const form = 'application/x-www-form-urlencoded';

function describeBody(builder: RequestBuilder, mediaType: string, { body }: WireRequest): void {
  const matchers = toMatchers(body as Template);
  if (mediaType === form) {
    // The builder has no method for a form with matchers and generators, but its interaction supports one.
    const { interaction } = builder as unknown as {
      interaction: { withRequestBody(body: string, type: string): void };
    };
    interaction.withRequestBody(JSON.stringify(matchers), form);
  } else if (mediaType.endsWith('json')) builder.jsonBody(matchers);
  // Plain text holds no values of a state.
  else builder.body(mediaType, Buffer.from(JSON.stringify(toExample(body as Template))));
}

/** Tells pact's mock what to expect. */
export function describeRequest(
  builder: RequestBuilder,
  { request, token, operation }: { request: WireRequest; token: SentToken; operation: ServiceOperation },
): void {
  const authorization = token === 'none' ? {} : { Authorization: authorizationOf(token) };
  builder.headers({ ...request.headers, ...authorization } as never);
  if (request.query) builder.query(request.query);
  if (request.body === undefined) return;
  describeBody(builder, request.mediaType ?? operation.mediaType ?? 'application/json', request);
}
