import { fillPath, requiredHeadersOf, type ServiceOperation } from '@escrow-kit/spec';
import type { SentRequest } from './exchange.ts';

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
