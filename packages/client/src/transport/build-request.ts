import { createFinalURL, createQuerySerializer, defaultPathSerializer } from 'openapi-fetch';
import type { RequestParts } from '../rules/check-request.ts';
import type { HttpRequest } from './http-transport.ts';
import type { Operation } from './operation.ts';

const serializers = { querySerializer: createQuerySerializer(), pathSerializer: defaultPathSerializer };

/**
 * The request of an operation, without headers. openapi-fetch writes its address.
 * @param baseUrl The address of its host, without a slash at its end.
 * @throws TypeError or URIError for what no request can carry, such as an id that is half of a surrogate pair.
 */
export function buildRequest(
  baseUrl: string,
  { method, template, encoding }: Operation,
  { body, ...params }: RequestParts,
): Pick<HttpRequest, 'url' | 'method' | 'body'> {
  const url = createFinalURL(template, { baseUrl, params, ...serializers });
  if (body === undefined) return { url, method, body };
  if (method === 'GET') throw new TypeError('A GET carries no body.');
  return { url, method, body: encoding ? toForm(body) : JSON.stringify(body) };
}

const toForm = (body: unknown): string => new URLSearchParams(body as Record<string, string>).toString();
