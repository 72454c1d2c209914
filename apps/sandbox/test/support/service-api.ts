import { fillPath, getOperation, type OperationId, type ServiceOperation, type TokenKind } from '@escrow-kit/spec';
import type { Sandbox } from '../../src/index.ts';

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

/** Sends an operation of the document with plain fetch, so that only the sandbox checks it. */
export async function send(
  sandbox: Pick<Sandbox, 'url' | 'credentials'>,
  id: OperationId,
  parts: CallParts = {},
): Promise<Answer> {
  const operation = getOperation(id);
  const kind = parts.token === undefined ? operation.tokenKinds[0] : (parts.token ?? undefined);
  const bearer = parts.bearer ?? (kind && sandbox.credentials.tokens[kind]);
  const contentType = parts.contentType ?? (hasBody(parts) ? operation.mediaType : undefined);
  const response = await fetch(`${sandbox.url}${fill(operation, parts)}`, {
    method: operation.method,
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(contentType !== undefined && { 'content-type': contentType }),
    },
    redirect: 'manual',
    ...(hasBody(parts) && { body: parts.rawBody ?? encode(parts.body, operation.mediaType) }),
  });
  return toAnswer(response);
}

/** Reads a response to its end. */
export async function toAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
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

/** Calls the control API with plain fetch. The path is the part after the tenant. */
export async function callControl(
  { url, control }: Sandbox,
  path: string,
  { body, ...init }: Omit<RequestInit, 'body'> & { body?: unknown } = {},
): Promise<Answer> {
  const response = await fetch(`${url}/_sandbox/tenants/${control.tenant}${path}`, {
    ...init,
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json', ...init.headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  });
  return toAnswer(response);
}
