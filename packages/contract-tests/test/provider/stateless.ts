import {
  exampleTokens,
  findOperation,
  type RoutedOperation,
  type ServiceOperation,
  type TokenKind,
} from '@escrow-kit/spec';
import { createRequestValidator, type Violation } from '@escrow-kit/spec/validate';
import { readPath } from '../../src/judge/read-path.ts';
import type { Interaction, MatchingRule, PactRequest } from '../../src/pacts/pact-document.ts';

/**
 * Whether an interaction needs no state: the document alone leads from the request to the expected status, and one of its
 * examples has the expected body.
 */
export function isStateless({ request, response }: Interaction): boolean {
  const found = request && findOperation(request.method, request.path);
  if (!found || !response) return false;
  if (predictStatus(found, request) !== response.status) return false;
  const rules = response.matchingRules?.body ?? {};
  const wanted = wantedValues(response.body?.content, Object.keys(rules));
  const lists = shortestLists(rules);
  if (wanted.length === 0 && lists.length === 0) return true;
  const examples = examplesOf(found.operation, response.status);
  // If a success has several examples, the first is the answer.
  const possible = response.status < 300 ? examples.slice(0, 1) : examples;
  return possible.some(
    (example) =>
      wanted.every(({ path, value }) => readPath(example, path) === value) &&
      lists.every(({ path, min }) => lengthOf(readPath(example, path)) >= min),
  );
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** The lists that need a number of elements. */
function shortestLists(rules: Readonly<Record<string, MatchingRule>>): { path: string; min: number }[] {
  return Object.entries(rules).flatMap(([path, { matchers }]) =>
    matchers.flatMap(({ min }) => (min === undefined ? [] : [{ path, min }])),
  );
}

/** The status that a reader of only the document expects. */
function predictStatus(found: RoutedOperation, request: PactRequest): number {
  const { operation } = found;
  const kind = readTokenKind(request);
  if (operation.tokenKinds.length > 0 && kind === undefined) return 401;
  if (operation.tokenKinds.length > 0 && !operation.tokenKinds.includes(kind as TokenKind)) return 403;
  const { contentType } = request.body ?? {};
  if (contentType !== undefined && operation.mediaType !== undefined && contentType !== operation.mediaType) return 415;
  return findViolations(found, request).length > 0 ? 400 : 200;
}

/** The violations of the document in the request of an interaction. */
export function violationsOf({ request }: Interaction): Violation[] {
  const found = request && findOperation(request.method, request.path);
  return found ? findViolations(found, request) : [];
}

function findViolations({ operation, path }: RoutedOperation, request: PactRequest): Violation[] {
  const { contentType, content } = request.body ?? {};
  const query = Object.entries(request.query ?? {}).map(([name, [value]]) => [name, value]);
  return createRequestValidator(operation.id)({
    path,
    query: Object.fromEntries(query),
    body: contentType?.includes('form') ? Object.fromEntries(new URLSearchParams(String(content))) : content,
  });
}

function readTokenKind({ headers = {} }: PactRequest): TokenKind | undefined {
  const [authorization] = headers['Authorization'] ?? [];
  const kinds = Object.keys(exampleTokens) as TokenKind[];
  return kinds.find((kind) => authorization === `Bearer ${exampleTokens[kind]}`);
}

interface WantedValue {
  path: string;
  value: unknown;
}

/** The values that are compared exactly: those without a matcher at their path or above it. */
function wantedValues(content: unknown, ruled: string[], path = '$'): WantedValue[] {
  if (ruled.some((rule) => rule.replaceAll('[*]', '[0]') === path)) return [];
  if (typeof content !== 'object' || content === null) return content === undefined ? [] : [{ path, value: content }];
  return Object.entries(content).flatMap(([key, member]) =>
    wantedValues(member, ruled, Array.isArray(content) ? `${path}[${key}]` : `${path}.${key}`),
  );
}

function examplesOf({ id, responses }: ServiceOperation, status: number): unknown[] {
  const response = responses[status];
  if (!response) throw new Error(`The document has no ${status} of ${id}.`);
  const [media] = Object.values(response.content ?? {});
  return Object.values(media?.examples ?? {}).map(({ value }) => value);
}
