import { fillPath, getOperation, type OperationId, type ServiceOperation, type TokenKind } from '@escrow-kit/spec';
import type { Sandbox } from '../../src/index.ts';
import { quickRequest } from './http.ts';

/** What to send besides the operation's defaults. */
export interface CallParts {
  path?: Record<string, string | number>;
  query?: Record<string, string>;
  /** Sent as the operation's media type. */
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  rawBody?: string | Uint8Array<ArrayBuffer>;
  contentType?: string;
  /** Instead of the operation's own token kind; `null` sends none. */
  token?: TokenKind | null;
  /** Sent as it is, in place of `token`. */
  bearer?: string;
}

/** An answer. Its body is parsed if it is JSON. */
export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests check the bodies of answers
  body: any;
}

/** Sends an operation of the document by plain HTTP, so that only the sandbox checks it. */
export async function send(
  sandbox: Pick<Sandbox, 'url' | 'credentials'>,
  id: OperationId,
  parts: CallParts = {},
): Promise<Answer> {
  const operation = getOperation(id);
  const kind = parts.token === undefined ? operation.tokenKinds[0] : (parts.token ?? undefined);
  const bearer = parts.bearer ?? (kind && sandbox.credentials.tokens[kind]);
  const contentType = parts.contentType ?? (hasBody(parts) ? operation.mediaType : undefined);
  const answer = await quickRequest(`${sandbox.url}${fill(operation, parts)}`, {
    method: operation.method,
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(contentType !== undefined && { 'content-type': contentType }),
    },
    ...(hasBody(parts) && { body: parts.rawBody ?? encode(parts.body, operation.mediaType) }),
  });
  return withBody(answer);
}

/** Reads a response to its end. */
export async function toAnswer(response: Response): Promise<Answer> {
  return withBody({ status: response.status, headers: response.headers, text: await response.text() });
}

function withBody(answer: Omit<Answer, 'body'>): Answer {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json');
  return { ...answer, body: isJson ? JSON.parse(answer.text) : undefined };
}

function hasBody({ body, rawBody }: CallParts): boolean {
  return body !== undefined || rawBody !== undefined;
}

function encode(body: unknown, mediaType: string | undefined): string {
  if (mediaType !== 'application/x-www-form-urlencoded') return JSON.stringify(body);
  const fields = Object.entries(body as object);
  return new URLSearchParams(fields.map(([name, value]): [string, string] => [name, toText(value)])).toString();
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : String(JSON.stringify(value));
}

function fill({ path, parameters }: ServiceOperation, parts: CallParts): string {
  const unknown = Object.fromEntries(parameters.map(({ name }) => [name, 'unknown']));
  const filled = fillPath(path, { ...unknown, ...parts.path });
  return parts.query ? `${filled}?${new URLSearchParams(parts.query)}` : filled;
}

/** Calls the control API by plain HTTP. The path is the part after the tenant. */
export async function callControl(
  { url, control }: Sandbox,
  path: string,
  { body, headers, method }: { body?: unknown; headers?: Record<string, string>; method?: string } = {},
): Promise<Answer> {
  const answer = await quickRequest(`${url}/_sandbox/tenants/${control.tenant}${path}`, {
    ...(method !== undefined && { method }),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return withBody(answer);
}
