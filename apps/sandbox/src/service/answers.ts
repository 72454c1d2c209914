import {
  adaptValue,
  asksFor,
  fillPath,
  getOperation,
  type MediaType,
  openApiDocument,
  type Response,
  resolveReference,
  responseFor,
  type Schema,
  type ServiceOperation,
  statusOfWrongValue,
  type TokenKind,
  tokensGivenBy,
} from '@escrow-kit/spec';
import { createValidator, type Validate } from '@escrow-kit/spec/validate';
import { type RateWindow, untouchedWindow } from '../domain/rate-limit.ts';
import { Refusal } from '../domain/refusal.ts';
import { basisOf } from '../domain/refuse-or-note.ts';
import { isObject } from '../domain/require-shape.ts';
import { defaultSettings } from '../domain/tenants.ts';
import { type Answer, type HttpRefusal, refusalStatuses } from '../http/answer.ts';
import { addressFor, type IncomingRequest } from '../http/read-request.ts';

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

/** The first documented status of success. */
export function successStatusOf({ responses }: ServiceOperation): number {
  return Number(Object.keys(responses).find((status) => status.startsWith('2')) ?? 200);
}

/**
 * Answers an operation that has no handler with the document's example, in which the example ids of the path become those that were
 * sent. A login of several kinds of token has an example for each.
 */
export function answerByExample(
  operation: ServiceOperation,
  { path, body }: { path: Record<string, string>; body: unknown },
): unknown {
  const { id, parameters, responses } = operation;
  const response = responses[successStatusOf(operation)];
  const [{ examples = {} } = {} as Partial<MediaType>] = Object.values(response?.content ?? {});
  const kind = findKindAskedFor(id, body);
  const example = (kind !== undefined && examples[kind]) || Object.values(examples)[0];
  if (!example) return undefined;
  const sent = new Map(parameters.map(({ name, example: value }) => [value, path[name]]));
  return JSON.parse(JSON.stringify(example.value, (_key, value) => sent.get(value) ?? value));
}

/** The kind of token that a call of a login asks for. Undefined for an operation that gives none. Throws if the body asks for none. */
function findKindAskedFor(operationId: string, body: unknown): TokenKind | undefined {
  const tokens = tokensGivenBy(operationId);
  const found = tokens.find((token) => asksFor(token, body));
  if (found || tokens.length === 0) return found?.kind;
  const choices = tokens.map(({ kind, when }) => {
    const fields = Object.entries(when).map((field) => field.join('='));
    return `${fields.join(', ')} for ${kind}`;
  });
  const [field = 'body'] = tokens.flatMap(({ when }) => Object.keys(when));
  const message = `The body selects no kind of token. Send ${choices.join(', or ')}.`;
  throw new Refusal('rule_violation', { rule: 'ERR-1d', field, message });
}

/**
 * Answers a refusal in the document's shape, or in the sandbox's own if none is shown (ERR-1). `sent` is the body of the
 * request, because the Users API repeats the wrong value (UAPI-4).
 */
export function refusalAnswer(refusal: HttpRefusal, operation?: ServiceOperation, sent?: unknown): Answer {
  const { retryAfterInSeconds } = refusal.details;
  const usual = refusalStatuses[refusal.code];
  const status = operation && usual === 400 ? statusOfWrongValue(operation) : usual;
  const [media] = Object.values((operation && responseFor(operation.responses, status)?.content) ?? {});
  return {
    status,
    headers: retryAfterInSeconds === undefined ? {} : { 'retry-after': String(retryAfterInSeconds) },
    body: refusalBody(refusal, media, sent),
  };
}

function refusalBody({ code, details }: HttpRefusal, media: MediaType | undefined, sent: unknown): unknown {
  const { rule, message, field, violations } = details;
  const basis = basisOf(rule);
  const schemaName = media?.schema.$ref?.replace('#/components/schemas/', '');
  if (code === 'unknown_milestone') return undefined;
  if (schemaName === 'ValidationRefusal') {
    const found = { field: field ?? 'body', ...sentValue(sent, field) };
    return { success: false, error: { code: 'VALIDATION_ERROR', message, details: found, rule, basis } };
  }
  if (schemaName === 'UserNotFoundRefusal')
    return { success: false, error: { code: 'USER_NOT_FOUND', message, rule, basis } };
  const listed = violations?.map((violation) => ({ ...violation, basis: basisOf(violation.rule) }));
  const place = field === undefined ? {} : { field };
  const own = { error: code, rule, basis, ...place, message, ...(listed && { violations: listed }) };
  return media && hasOtherShape(own, media.schema) ? exampleFor(rule, media) : own;
}

/** Whether the document shows fields of which the body has none. */
function hasOtherShape(body: object, { $ref, ...schema }: Schema): boolean {
  const { properties = {} } = $ref === undefined ? schema : (resolveReference($ref) as Schema);
  const names = Object.keys(properties);
  return names.length > 0 && !names.some((name) => Object.hasOwn(body, name));
}

/** The document's example of a refusal for this rule, else the one for any other reason (ERR-1). */
function exampleFor(rule: string, { examples = {} }: MediaType): unknown {
  const ofRule = (id: string) => Object.values(examples).find((example) => example['x-rules']?.includes(id));
  const example = ofRule(rule) ?? ofRule('ERR-1') ?? Object.values(examples)[0];
  return example?.value ?? {};
}

/** The sent value of a field of the body; undefined if the field is missing. */
function sentValue(sent: unknown, field: string | undefined): { value?: unknown } {
  if (!isObject(sent) || field === undefined || !Object.hasOwn(sent, field)) return {};
  return { value: sent[field] };
}

/** Adds the headers that every answer of the operation has, even a refusal. */
export function completeAnswer(
  service: Parameters<typeof addressFor>[0] & { validateResponses: boolean },
  operation: ServiceOperation,
  { bare, request, rate }: { bare: Answer; request: IncomingRequest; rate: RateWindow | undefined },
): Answer {
  const headers = {
    ...bare.headers,
    ...(isRateLimited(operation) &&
      rateHeaders(operation, rate ?? untouchedWindow(defaultSettings.usersApiRequestsPerMinute))),
    ...deprecationHeaders(operation, { path: request.path, address: addressFor(service, request.headers) }),
  };
  const answer = { ...bare, headers };
  return service.validateResponses && !bare.fault ? validateAnswer(operation, answer) : answer;
}

/** Whether an operation counts for the rate limit, which is one for all operations of the Users API together (UAPI-6). */
export function isRateLimited({ host }: ServiceOperation): boolean {
  return host === 'users';
}

/** The headers of every answer of the Users API (UAPI-6). Where the document does not name them, their names are our choice. */
function rateHeaders(
  { responses }: ServiceOperation,
  { limit, remaining, resetInSeconds: reset }: RateWindow,
): Record<string, string> {
  const documented = Object.values(responses).flatMap(({ headers = {} }) => Object.keys(headers));
  const headers = Object.entries({ limit, remaining, reset }).map(([word, value]) => {
    const name = documented.find((header) => header.toLowerCase().endsWith(word));
    return [name ?? `ratelimit-${word}`, String(value)];
  });
  return Object.fromEntries(headers);
}

/**
 * The headers of every answer of a deprecated operation: that it is deprecated, and its replacement (LEGACY-4). The
 * replacement's path gets the ids of the request's path. Header names and values are our choice: not shown.
 */
function deprecationHeaders(
  { definition }: ServiceOperation,
  { path, address }: { path: Record<string, string>; address: string },
): Record<string, string> {
  const replacedBy = definition['x-replaced-by'];
  if (replacedBy === undefined) return {};
  const replacement = getOperation(replacedBy);
  const values = Object.values(path);
  const names = replacement.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const target = fillPath(replacement.path, Object.fromEntries(names.map((name, index) => [name, values[index]])));
  const link = `<${address}${target}>; rel="successor-version"; title="${replacement.id}"`;
  return { deprecation: 'true', link };
}

/** A test mode: turns an undocumented answer into a 500 with the reason. */
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
