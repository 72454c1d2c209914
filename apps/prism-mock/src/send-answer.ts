import type { IncomingMessage, ServerResponse } from 'node:http';
import { Problem } from './problem.ts';

/** An HTTP answer. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/**
 * Sends an answer that a page of any origin may read. The mock uses no cookies, so the answer contains nothing about a user.
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers = {}, body }: Answer,
): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
  response.setHeader('access-control-expose-headers', '*');
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  response.statusCode = status;
  response.end(body);
}

/** Whether it is a CORS preflight request. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** Allows what the browser asks for. */
export function toPreflightAnswer({ headers }: IncomingMessage): Answer {
  const methods = headers['access-control-request-method'] ?? '';
  return { status: 204, headers: { 'access-control-allow-methods': methods } };
}

/** The answer to an error. Leaves out the message of an unknown error, which may contain what the caller sent. */
export function toProblemAnswer(error: unknown): Answer {
  const internal = {
    status: 500,
    title: 'Internal Server Error',
    type: 'about:blank',
    message: 'The mock failed. Report this request.',
  };
  const { status, title, type, message: detail } = error instanceof Problem ? error : internal;
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ type, title, status, detail }),
  };
}
