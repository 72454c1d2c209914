import {
  adaptValue,
  fillPath,
  getOperation,
  openApiDocument,
  type Response,
  responseFor,
  type ServiceOperation,
} from '@escrow-kit/spec';
import { createValidator, type Validate } from '@escrow-kit/spec/validate';
import { type RateWindow, untouchedWindow } from '../domain/tenants/rate-window.ts';
import { defaultSettings } from '../domain/tenants/tenant.ts';
import type { Answer } from '../http/answer.ts';
import type { IncomingRequest } from '../http/read-request.ts';

/**
 * The answer with a body as the document has it: with its types and fixed values, with every field that it requires, or without a
 * body. An answer that the document does not have stays.
 */
export function asDocumented({ responses }: ServiceOperation, answer: Answer): Answer {
  const response = responseFor(responses, answer.status);
  if (!response) return answer;
  const [media] = Object.values(response.content ?? {});
  return { ...answer, body: media && adaptValue(answer.body, media.schema, { document: openApiDocument }) };
}

/** Adds the headers that every answer of the operation has, even a refusal. */
export function completeAnswer(
  { publicUrl, validateResponses }: { publicUrl: string; validateResponses: boolean },
  operation: ServiceOperation,
  { bare, request, rate }: { bare: Answer; request: IncomingRequest; rate: RateWindow | undefined },
): Answer {
  const headers = {
    ...bare.headers,
    ...(isRateLimited(operation) &&
      rateHeaders(operation, rate ?? untouchedWindow(defaultSettings.usersApiRequestsPerMinute))),
    ...deprecationHeaders(operation, { path: request.path, publicUrl }),
  };
  const answer = { ...bare, headers };
  return validateResponses && !bare.fault ? validateAnswer(operation, answer) : answer;
}

/** Whether an operation counts for the rate limit, which is one for all operations of the Users API together (UAPI-6). */
export function isRateLimited({ host }: ServiceOperation): boolean {
  return host === 'users';
}

/** The headers of every answer of the Users API (UAPI-6). Where the document does not name them, their names are our choice. */
function rateHeaders(
  { responses }: ServiceOperation,
  { limit, remaining, resetInSeconds }: RateWindow,
): Record<string, string> {
  const documented = Object.values(responses).flatMap(({ headers = {} }) => Object.keys(headers));
  const nameLike = (word: string) => documented.find((name) => name.toLowerCase().endsWith(word));
  return {
    [nameLike('limit') ?? 'ratelimit-limit']: String(limit),
    [nameLike('remaining') ?? 'ratelimit-remaining']: String(remaining),
    [nameLike('reset') ?? 'ratelimit-reset']: String(resetInSeconds),
  };
}

/**
 * The headers of every answer of a deprecated operation: that it is deprecated, and its replacement (LEGACY-4). The
 * replacement's path gets the ids of the request's path. Header names and values are our choice: not shown.
 */
function deprecationHeaders(
  { definition }: ServiceOperation,
  { path, publicUrl }: { path: Record<string, string>; publicUrl: string },
): Record<string, string> {
  const replacedBy = definition['x-replaced-by'];
  if (replacedBy === undefined) return {};
  const replacement = getOperation(replacedBy);
  const values = Object.values(path);
  const names = replacement.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const target = fillPath(replacement.path, Object.fromEntries(names.map((name, index) => [name, values[index]])));
  const link = `<${publicUrl}${target}>; rel="successor-version"; title="${replacement.id}"`;
  return { deprecation: 'true', link };
}

/** A test mode: turns an undocumented answer into a 500 that says so. */
export function validateAnswer(operation: ServiceOperation, answer: Answer): Answer {
  const violations = findResponseViolations(operation, answer);
  if (violations.length === 0) return answer;
  const message = `The document has no such answer: ${violations.join('; ')}.`;
  return { status: 500, headers: {}, body: { error: 'undocumented_response', message } };
}

/** Compiled at the first use of each schema. */
const answerValidators = new Map<unknown, Validate>();

/** Lists how an answer differs from the document; empty if it is documented. */
function findResponseViolations({ responses, id }: ServiceOperation, { status, body }: Answer): string[] {
  const response = responseFor(responses, status);
  if (!response) return [`${id} has no documented answer ${status}`];
  if (!response.content) return body === undefined ? [] : [`${id} ${status} has a body, the document gives none`];
  const schema = response.content['application/json']?.schema;
  if (!schema || body === undefined) return [`${id} ${status} has no body in ${mediaTypes(response)}`];
  const validate = answerValidators.get(schema) ?? createValidator(schema);
  answerValidators.set(schema, validate);
  return validate(JSON.parse(JSON.stringify(body))).map(({ path, message }) => `${id} ${status} ${path} ${message}`);
}

function mediaTypes({ content = {} }: Response): string {
  return Object.keys(content).join(' or ');
}
