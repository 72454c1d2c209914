import {
  type DocumentedOperation,
  findOperation,
  listWebhookRequests,
  type Response,
  responseFor,
  type Schema,
  type ServiceOperation,
} from '@escrow-kit/spec';
import { isSuccess } from '../is-success.ts';
import type { CapturedBody, RawExchange, RawHeaders } from '../raw-exchange.ts';
import { mediaTypeOf, type ReadBody, readBody } from './read-body.ts';

/** An exchange with its parts parsed, and what the document says of them. It holds secrets. */
export interface ReadExchange {
  raw: RawExchange;
  /** Undefined if the document has none. */
  operation: DocumentedOperation | undefined;
  /** The same, of a call. */
  call: ServiceOperation | undefined;
  /** The path without the query. */
  path: string;
  /** Placeholders of the path. */
  pathParameters: Readonly<Record<string, string>>;
  query: URLSearchParams;
  request: ReadMessage;
  response: ReadAnswer | undefined;
  /** The bearer token of the request. */
  token: string | undefined;
}

/** An exchange of a call that got an answer. */
export interface AnsweredCall extends ReadExchange {
  call: ServiceOperation;
  response: ReadAnswer;
}

/** A request or an answer, parsed. */
export interface ReadMessage {
  /** By lower-case name; the first value of each. */
  headers: ReadonlyMap<string, string>;
  mediaType: string | undefined;
  body: ReadBody;
  /** What the document says of its body. */
  schema: Schema | undefined;
  /** The headers that the document has, by lower-case name. */
  documentedHeaders: ReadonlyMap<string, Schema | undefined>;
}

interface ReadAnswer extends ReadMessage {
  status: number;
  documented: Response | undefined;
}

/** Parses an exchange, and finds its operation. Never throws. */
export function readExchange(raw: RawExchange): ReadExchange {
  const { path, query } = readTarget(raw.target);
  const routed = raw.kind === 'call' ? findOperation(raw.method, path) : undefined;
  const operation = raw.kind === 'call' ? routed?.operation : listWebhookRequests()[0];
  const ofHeaders = (operation?.parameters ?? []).filter((parameter) => parameter.in === 'header');
  const request = readMessage(raw.requestHeaders, raw.requestBody, {
    schema: operation?.body?.schema,
    headers: ofHeaders.map(({ name, schema }) => [name, schema]),
  });
  return {
    raw,
    operation,
    call: routed?.operation,
    path,
    pathParameters: routed?.path ?? {},
    query,
    request,
    response: raw.response && readAnswer(raw.response, operation),
    token: /^bearer\s+(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1],
  };
}

function readTarget(target: string): { path: string; query: URLSearchParams } {
  const { pathname, search } = target.startsWith('/')
    ? splitTarget(target)
    : (URL.parse(target) ?? splitTarget(target));
  return { path: pathname, query: new URLSearchParams(search) };
}

function splitTarget(target: string): { pathname: string; search: string } {
  const [pathname = '', ...query] = target.split('#', 1).join().split('?');
  return { pathname, search: query.join('?') };
}

function readAnswer(
  { status, headers, body }: Required<RawExchange>['response'],
  operation: DocumentedOperation | undefined,
): ReadAnswer {
  const documented = operation && documentedAnswer(operation, status);
  const [media] = Object.values(documented?.content ?? {});
  const ofHeaders = Object.entries((documented?.headers ?? {}) as Record<string, { schema?: Schema }>);
  const message = readMessage(headers, body, {
    schema: media?.schema,
    headers: ofHeaders.map(([name, { schema }]) => [name, schema]),
  });
  return { ...message, status, documented };
}

/** The documented answer for a status. A success of another status than the document's has the same body. */
function documentedAnswer({ responses }: DocumentedOperation, status: number): Response | undefined {
  const success = Object.entries(responses).find(([documented]) => isSuccess(Number(documented)));
  return responseFor(responses, status) ?? (isSuccess(status) ? success?.[1] : undefined);
}

function readMessage(
  rawHeaders: RawHeaders,
  body: CapturedBody,
  documented: { schema: Schema | undefined; headers: [name: string, schema: Schema | undefined][] },
): ReadMessage {
  const headers = new Map(rawHeaders.map(([name, value]): [string, string] => [name.toLowerCase(), value]).reverse());
  const mediaType = mediaTypeOf(headers.get('content-type'));
  return {
    headers,
    mediaType,
    body: readBody(body, mediaType, headers.get('content-encoding')),
    schema: documented.schema,
    documentedHeaders: new Map(documented.headers.map(([name, schema]) => [name.toLowerCase(), schema])),
  };
}
