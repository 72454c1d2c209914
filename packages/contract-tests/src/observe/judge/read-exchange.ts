import {
  type DocumentedOperation,
  findOperation,
  listWebhookRequests,
  type Response,
  responseFor,
  type ServiceOperation,
} from '@escrow-kit/spec';
import type { RequestParts } from '@escrow-kit/spec/validate';
import type { RawExchange, RawHeaders } from '../raw-exchange.ts';
import { mediaTypeOf, type ReadBody, readBody, toObject } from './read-body.ts';

/** An exchange with its parts parsed, and what the document says of them. It holds secrets. */
export interface ReadExchange {
  raw: RawExchange;
  /** Undefined if the document has none. */
  operation?: DocumentedOperation;
  /** The same, of a call. */
  call?: ServiceOperation;
  /** The path without the query. */
  path: string;
  /** Placeholders of the path. */
  pathParameters: Readonly<Record<string, string>>;
  query: URLSearchParams;
  request: ReadMessage;
  response?: ReadMessage & { status: number; documented?: Response };
  /** The bearer token of the request. */
  token?: string;
}

/** A request or an answer, parsed. */
export interface ReadMessage {
  /** By lower-case name; the first value of each. */
  headers: ReadonlyMap<string, string>;
  mediaType: string | undefined;
  body: ReadBody;
}

/** Parses an exchange, and finds its operation. Never throws. */
export function readExchange(raw: RawExchange): ReadExchange {
  const { path, query } = readTarget(raw.target);
  const routed = raw.kind === 'call' ? findOperation(raw.method, path) : undefined;
  const operation = raw.kind === 'call' ? routed?.operation : listWebhookRequests()[0];
  const request = readMessage(raw.requestHeaders, raw.requestBody);
  const token = /^bearer\s+(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const { response } = raw;
  const documented = response && operation && documentedAnswer(operation, response.status);
  return {
    raw,
    ...(operation && { operation }),
    ...(routed && { call: routed.operation }),
    path,
    pathParameters: routed?.path ?? {},
    query,
    request,
    ...(response && {
      response: {
        ...readMessage(response.headers, response.body),
        status: response.status,
        ...(documented && { documented }),
      },
    }),
    ...(token !== undefined && { token }),
  };
}

/** The request as the validators of the document take it. */
export function partsOf({ pathParameters, query, request }: ReadExchange): RequestParts {
  return {
    path: pathParameters,
    query: toObject(query),
    header: Object.fromEntries(request.headers),
    body: request.body.content,
  };
}

export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** The documented answer for a status. A success of another status than the document's has the same body. */
function documentedAnswer({ responses }: DocumentedOperation, status: number): Response | undefined {
  const success = Object.entries(responses).find(([documented]) => isSuccess(Number(documented)));
  return responseFor(responses, status) ?? (isSuccess(status) ? success?.[1] : undefined);
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

function readMessage(rawHeaders: RawHeaders, body: RawExchange['requestBody']): ReadMessage {
  const headers = new Map(rawHeaders.map(([name, value]): [string, string] => [name.toLowerCase(), value]).reverse());
  const mediaType = mediaTypeOf(headers.get('content-type'));
  return { headers, mediaType, body: readBody(body, mediaType, headers.get('content-encoding')) };
}
