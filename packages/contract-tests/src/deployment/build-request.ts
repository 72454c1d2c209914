import { fillPath, requiredHeadersOf, type ServiceOperation } from '@escrow-kit/spec';
import type { Answer, SentRequest } from './exchange.ts';

/** What a request of an operation sends. */
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

/** Asks with the first token, and with the second if access is refused: if two kinds are named, it is not confirmed which one is taken. */
export async function askWithEither<Token, Result extends { answer: Answer }>(
  [first, second]: readonly Token[],
  ask: (token: Token | undefined) => Promise<Result>,
): Promise<Result> {
  const asked = await ask(first);
  const isRefused = asked.answer.status === 401 || asked.answer.status === 403;
  return second !== undefined && isRefused ? ask(second) : asked;
}
