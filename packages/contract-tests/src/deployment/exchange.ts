import { fillPath, requiredHeadersOf, type ServiceOperation } from '@escrow-kit/spec';
import { redacted } from './secrets.ts';

/** A request to the deployment, as it was sent. */
export interface SentRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Undefined if there is none. */
  body?: string;
}

/** An answer of the deployment, as it came. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A request and its answer. */
export interface Exchange {
  request: SentRequest;
  /** Undefined if there was no answer. */
  answer?: Answer;
}

/** The parts of a request of an operation. */
export interface RequestContent {
  /** The address of its host. */
  base: string;
  path?: Record<string, unknown>;
  query?: Record<string, string> | undefined;
  body?: unknown;
  /** Default: none. */
  token?: string | undefined;
}

/** Builds a request of an operation, with the media type and the headers that the document names. */
export function buildRequest(
  operation: ServiceOperation,
  { base, path: values = {}, query, body, token }: RequestContent,
): SentRequest {
  const { method, path, mediaType } = operation;
  const search = new URLSearchParams(query).toString();
  const url = `${withoutSlash(base)}${fillPath(path, values)}`;
  return {
    method,
    url: search === '' ? url : `${url}?${search}`,
    headers: {
      ...requiredHeadersOf(operation),
      accept: 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(mediaType !== undefined && { 'content-type': mediaType }),
    },
    ...(mediaType !== undefined && { body: encodeBody(mediaType, body) }),
  };
}

/** An address to put a path after. */
export const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

const encodeBody = (mediaType: string, body: unknown): string =>
  mediaType === 'application/json'
    ? JSON.stringify(body)
    : new URLSearchParams(body as Record<string, string>).toString();

/** The limit of one answer or request, decompressed: far above any contract. Our choice: not shown. */
const bodyLimitInBytes = 4 * 1024 * 1024;

/** The bytes of an answer or a request. Above the limit it rejects and ends the connection. */
export async function readBytes(body: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early cancels the rest.
  for await (const chunk of body) {
    length += chunk.length;
    if (length > bodyLimitInBytes) throw new Error(`The body is larger than ${bodyLimitInBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The exchange with every text redacted, and without the cookies of the answer, which can open a session. */
export function redactExchange({ request, answer }: Exchange, redact: (text: string) => string): Exchange {
  const redactHeaders = (headers: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        name.toLowerCase() === 'set-cookie' ? redacted : redact(value),
      ]),
    );
  const { method, url, headers, body } = request;
  return {
    request: {
      method,
      url: redact(url),
      headers: redactHeaders(headers),
      ...(body !== undefined && { body: redact(body) }),
    },
    ...(answer && { answer: { ...answer, headers: redactHeaders(answer.headers), body: redact(answer.body) } }),
  };
}
