import {
  type DocumentedOperation,
  findOperation,
  listWebhookRequests,
  operations,
  resolveReference,
  responseFor,
  rules,
  type Schema,
  type ServiceOperation,
  withForbiddenProperties,
} from '@escrow-kit/spec';
import type { Deployment } from '../deployment/deployment.ts';
import { withoutSlash } from '../deployment/exchange.ts';
import { memoize } from '../deployment/text.ts';
import { type Body, isRedacted, type RecordedExchange } from './har.ts';

/** An exchange of an operation of the document, or an event. */
export interface KnownExchange extends RecordedExchange {
  operation: DocumentedOperation;
  /** The same, of a call. Undefined for an event. */
  call: ServiceOperation | undefined;
  /** The values of the placeholders of its path. */
  pathValues: Readonly<Record<string, string>>;
}

/** The addresses of the service: its hosts, or all if there are none, and the webhook endpoint. */
export type ObservedAddresses = Pick<Deployment, 'hosts'> & { webhooksTo?: string | undefined };

/** Finds the operation of an exchange. Returns its path if the document lacks the call; undefined for another address. */
export function findKnown(
  exchange: RecordedExchange,
  addresses: ObservedAddresses,
): KnownExchange | string | undefined {
  const { url, method } = exchange;
  const { hosts, webhooksTo } = addresses;
  const [event] = listWebhookRequests();
  if (event && webhooksTo !== undefined && pathBelow(url, webhooksTo) !== undefined)
    return { ...exchange, operation: event, call: undefined, pathValues: {} };
  if (!/^https?:$/.test(url.protocol)) return undefined;
  const given = Object.values(hosts);
  const paths = given.length === 0 ? [url.pathname] : given.flatMap((address) => pathBelow(url, address) ?? []);
  // The longest address leaves the shortest path.
  const [path] = paths.toSorted((one, other) => one.length - other.length);
  const call = path === undefined ? undefined : findOperation(method, path);
  return call ? { ...exchange, operation: call.operation, call: call.operation, pathValues: call.path } : path;
}

function pathBelow(url: URL, address: string): string | undefined {
  const base = new URL(address);
  const path = withoutSlash(base.pathname);
  if (url.origin !== base.origin || !`${url.pathname}/`.startsWith(`${path}/`)) return undefined;
  return url.pathname.slice(path.length) || '/';
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Whether a call succeeded. A page is not from the service. */
export const isServed = ({ answer }: RecordedExchange): boolean =>
  answer !== undefined && isSuccess(answer.status) && answer.body.kind !== 'page';

/** The documented answer with this status. A success with another status has the same body. */
export function findAnswer({ responses }: DocumentedOperation, status: number) {
  const success = Object.keys(responses).find((one) => isSuccess(Number(one))) ?? '';
  const response = responseFor(responses, status) ?? (isSuccess(status) ? responses[success] : undefined);
  const [media] = Object.values(response?.content ?? {});
  const isShown = responses[status] !== undefined;
  return { schema: media?.schema, open: response?.['x-open'] ?? [], isShown, success };
}

/** Lists the schemas of a value, without references, with those that it combines. None if the document does not have the value. */
export const schemasOf: (schema: Schema) => readonly Schema[] = memoize((schema) => {
  if (schema.$ref !== undefined) return schemasOf(resolveReference(schema.$ref) as Schema);
  const combined = [schema['allOf'], schema.anyOf, schema.oneOf].flatMap((some) => (some ?? []) as Schema[]);
  return [withForbiddenProperties(schema), ...combined.flatMap((one) => schemasOf(one))];
});

/** Whether the document describes nothing of a value, such as a body that is not shown. */
export const isShapeless = (schemas: readonly Schema[]): boolean =>
  schemas.some((schema) => schema['x-open']?.includes('body'));

/** Whether the document lacks a value or leaves its type open. */
function isOpen(schemas: readonly Schema[]): boolean {
  const types = new Set(schemas.flatMap(({ type }) => type ?? []));
  const isTyped = schemas.some((schema) => schema.enum || schema.properties || schema.not) || types.size === 1;
  return !isTyped || schemas.some(({ 'x-open': parts = [] }) => parts.includes('body') || parts.includes('type'));
}

/** Whether a value may have any fields, which are the application's own. */
const isFreeForm = (schemas: readonly Schema[]): boolean =>
  !isShapeless(schemas) && schemas.some((one) => one.additionalProperties && !one.properties && !valuesOf(one));

/** A step into a value: its name is `*` for an element, and for a key that the document has no name for. */
function stepInto(schemas: readonly Schema[], key: string): { name: string; schemas: readonly Schema[] } {
  const named = schemas.flatMap(({ properties = {} }) =>
    Object.hasOwn(properties, key) ? [properties[key] ?? {}] : [],
  );
  const entries = schemas.flatMap((schema) => [schema.items ?? [], valuesOf(schema) ?? []].flat());
  const isNamed = named.length > 0;
  return { name: isNamed ? key : '*', schemas: (isNamed ? named : entries).flatMap((schema) => schemasOf(schema)) };
}

/** The schema of the values of a map. An empty one says that an object is open, not what it holds. */
const valuesOf = ({ additionalProperties: values }: Schema): Schema | undefined =>
  typeof values === 'object' && Object.keys(values).length > 0 ? values : undefined;

/** A JSON pointer in names of the document, with `*` for elements and IDs, and whether its last step may be left out. */
export function tracePointer(pointer: string, schema: Schema): { place: string; isOptional: boolean } {
  let [place, isOptional, schemas] = ['', false, schemasOf(schema)];
  for (const step of pointer.split('/').slice(1)) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    isOptional = !schemas.some(({ required = [] }) => required.includes(key));
    const next = stepInto(schemas, key);
    [place, schemas] = [`${place}/${next.name}`, next.schemas];
  }
  return { place, isOptional };
}

/** A finding where the document is open, or lacks a value. */
export interface OpenPlace {
  /** Such as `query`, `event` or `answer 200`, with the JSON pointer of a field: `*` stands for elements and IDs. */
  place: string;
  /** That of JSON, `integer` for a whole number, `none` or `text` of a body; `status` if it is the status of an answer. */
  type: string;
}

/** Lists the findings of an exchange where the document is open. A refused request shows nothing. */
export function* findOpenPlaces(exchange: KnownExchange): Generator<OpenPlace> {
  const { operation, call, query, body, answer } = exchange;
  if (!call) yield* listOpen(body, operation.body?.schema, 'event');
  if (!call || !answer) return;
  const { schema, open, isShown } = findAnswer(call, answer.status);
  if (!isShown || open.includes('status')) yield { place: `answer ${answer.status}`, type: 'status' };
  yield* listOpen(answer.body, schema, `answer ${answer.status}`);
  if (!isServed(exchange)) return;
  yield* listOpen(body, operation.body?.schema, 'request');
  const others = Object.keys(query).filter((name) => !operation.parameters.some((known) => known.name === name));
  for (const name of namesOfKeys(others).values()) yield { place: `query ${name}`, type: 'string' };
}

function* listOpen({ kind, content }: Body, schema: Schema | undefined, place: string): Generator<OpenPlace> {
  const schemas = schema ? schemasOf(schema) : [];
  if (content !== undefined) yield* listOpenIn(content, schemas, `${place} `);
  else if ((kind === 'none' || kind === 'text') && isShapeless(schemas)) yield { place, type: kind };
}

/** Deeper values are skipped. */
const deepest = 16;

function* listOpenIn(value: unknown, schemas: readonly Schema[], place: string, depth = 0): Generator<OpenPlace> {
  if (isOpen(schemas)) yield { place: place.trimEnd(), type: typeOf(value) };
  if (typeof value !== 'object' || value === null || depth === deepest || isFreeForm(schemas)) return;
  const members = Object.entries(value).map(([key, member]) => ({ key, member, step: stepInto(schemas, key) }));
  const unknown = members.filter(({ step }) => step.schemas.length === 0 && !Array.isArray(value));
  const names = namesOfKeys(unknown.map(({ key }) => key));
  for (const { key, member, step } of members)
    yield* listOpenIn(member, step.schemas, `${place}/${names.get(key) ?? step.name}`, depth + 1);
}

function typeOf(value: unknown): string {
  if (value === null || isRedacted(value)) return value === null ? 'null' : 'redacted';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** More names than this, in one object, are IDs. */
const mostNames = 20;

/**
 * Names that the document does not have, by key: that of a field is kept, an ID becomes `*`. If one key of an object cannot be a name,
 * all of them are IDs, as of a map by phone number.
 */
function namesOfKeys(keys: readonly string[]): ReadonlyMap<string, string> {
  const areNames = keys.length <= mostNames && keys.every(isName);
  return new Map(keys.map((key) => [key, areNames ? key : '*']));
}

/** A short word, with few digits: not an ID, a number or a token. */
const isName = (key: string): boolean => /^[a-z_$][\w$-]{0,39}$/i.test(key) && !/\d{3}|__proto__/.test(key);

/** Words of calls that are in none of the rules, and name nobody. */
const usualWords = `activate approve archive audit cancel capture close confirm deposit device dispute document file graphql group health
  history invoice jwks logout me member metric my oauth payout ping plan product profile public quote ready refresh renew resend reset
  review revoke search security signin signup team tenant transaction upload userinfo`;

/** The words of a text, each in the singular. */
const wordsOf = (text: string): string[] =>
  (text.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? []).map((word) => word.toLowerCase().replace(/s$/, ''));

const ownWords = wordsOf(
  [usualWords, JSON.stringify(rules), ...operations.map(({ id, path }) => `${id} ${path}`)].join(),
);
const knownWords: ReadonlySet<string> = new Set(['v', ...ownWords.filter(({ length }) => length > 1)]);

/**
 * Names an unknown call, such as `POST /api/v3/sign-in`. A segment that has other words than the document and most APIs use may be an
 * ID, and becomes `{}`.
 */
export function nameCall(method: string, path: string): string {
  const isPlain = (segment: string): boolean =>
    /^([a-z]+[-_.])*[a-z]+\d?$/i.test(segment) && wordsOf(segment).every((word) => knownWords.has(word));
  const named = path.replaceAll(/[^/]+/g, (segment) => (isPlain(segment) ? segment : '{}'));
  return `${/^[A-Z]{1,10}$/.test(method) ? method : 'OTHER'} ${named}`;
}
