import {
  adaptValue,
  amountFields,
  amountUnit,
  baseDocument,
  type DocumentedOperation,
  listOperations,
  type MediaType,
  openApiDocument,
  partyRoles,
  renameRoles,
  requiredHeadersOf,
  type ServiceOperation,
} from '@escrow-kit/spec';
import { keepDeviations } from './keep-deviations.ts';
import type { Interaction, PactRequest } from './pact-document.ts';

/** The operations of the document without overlays, by id. */
export const baseOperations: ReadonlyMap<string, DocumentedOperation> = new Map(
  listOperations(baseDocument).map((operation) => [operation.id, operation]),
);

/** How to follow what a request does wrong on purpose. */
interface Following {
  /** Whether what overlays allow becomes what is right without them. Default: false. */
  turnsRound?: boolean;
}

/** A request as the operation has it, except for what it does wrong on purpose. */
export function followRequest(
  request: PactRequest,
  operation: ServiceOperation,
  following: Following = {},
): PactRequest {
  const { generators, body, query = {} } = request;
  const expression = generators?.path?.expression;
  const addedHeaders = Object.fromEntries(
    Object.entries(requiredHeadersOf(operation)).map(([name, value]) => [name, [value]]),
  );
  const missing = operation.parameters.filter((parameter) => isAddedToQuery(parameter, operation));
  return {
    ...request,
    method: operation.method,
    headers: { ...request.headers, ...addedHeaders },
    path: movePath(request.path, operation),
    ...(generators?.path &&
      expression !== undefined && {
        generators: { ...generators, path: { ...generators.path, expression: movePath(expression, operation) } },
      }),
    ...(body && { body: { ...body, content: followContent(body.content, operation, following) } }),
    ...(missing.length > 0 && {
      query: { ...Object.fromEntries(missing.map(({ name, example }) => [name, [String(example)]])), ...query },
    }),
  };
}

/** Whether an overlay requires a parameter of the query that is optional, or unknown, without it. */
function isAddedToQuery(
  { in: place, name, required }: ServiceOperation['parameters'][number],
  { id }: ServiceOperation,
): boolean {
  const before = baseOperations.get(id)?.parameters.find((one) => one.in === 'query' && one.name === name);
  return place === 'query' && required === true && !before?.required;
}

/** A path of the document without overlays, whatever is in place of its parameters, as the operation's path. */
function movePath(path: string, { id, path: template }: ServiceOperation): string {
  const pattern = (baseOperations.get(id)?.path ?? '')
    .replaceAll(/[.$]/g, '\\$&')
    .replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const values = new RegExp(`^${pattern}$`).exec(path)?.groups ?? {};
  return template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** A body, whose text is JSON or a form, as the operation has it. */
function followContent(content: unknown, operation: ServiceOperation, following: Following): unknown {
  if (typeof content !== 'string') return followBody(content, operation, following);
  const followed = followBody(parseContent(content), operation, following) as Record<string, string>;
  return isJson(content) ? JSON.stringify(followed) : new URLSearchParams(followed).toString();
}

/** The fields of a body, whose text may be JSON or a form. */
export function parseContent(content: unknown): unknown {
  if (typeof content !== 'string') return content;
  return isJson(content) ? JSON.parse(content) : Object.fromEntries(new URLSearchParams(content));
}

const isJson = (content: string): boolean => content.startsWith('{');

function followBody(content: unknown, { id, body }: ServiceOperation, { turnsRound }: Following): unknown {
  const base = baseOperations.get(id)?.body;
  if (!body || !base) return content;
  return keepDeviations(content, {
    base: adaptValue(content, base.schema, { document: baseDocument }),
    adapted: adaptContent(content, body),
    turnsRound,
  });
}

/** The maps that a state fills in go into the body, so they change with it. */
export function followStates(
  { providerStates = [], request }: Interaction,
  operation: ServiceOperation,
  following: Following = {},
) {
  const templates = Object.entries(request?.generators?.body ?? {}).flatMap(([path, { expression = '' }]) => {
    const name = /^\$\{(\w+)\}$/.exec(expression)?.[1];
    const field = /^\$\.(\w+)$/.exec(path)?.[1];
    return name && field ? [{ name, field }] : [];
  });
  return providerStates.map(({ name, params = {} }) => {
    const changed = templates.flatMap((template) => {
      const value = params[template.name];
      if (typeof value !== 'object' || value === null) return [];
      const followed = followBody({ [template.field]: value }, operation, following) as Record<string, unknown>;
      return [[template.name, followed[template.field]]];
    });
    return { name, params: { ...countAmounts(params), ...Object.fromEntries(changed) } };
  });
}

/** The content of a body, or a part of it, adapted to its schema. */
export const adaptContent = (content: unknown, media: MediaType | undefined, isComplete = true): unknown =>
  media && typeof content === 'object'
    ? adaptValue(renameRoles(countAmounts(content), partyRoles), media.schema, {
        document: openApiDocument,
        isComplete,
      })
    : content;

/** Writes amounts in the document's unit. The pacts have riyals. */
function countAmounts<Value>(value: Value): Value {
  if (amountUnit === 'major') return value;
  return mapFields(value, (name, field) =>
    amountFields.includes(name) && typeof field === 'number' ? Math.round(field * 100) : field,
  );
}

/** A copy of JSON with each field of it, however deep, changed by its name. */
export const mapFields = <Value>(value: Value, change: (name: string, field: unknown) => unknown): Value =>
  value === undefined ? value : JSON.parse(JSON.stringify(value), change);
