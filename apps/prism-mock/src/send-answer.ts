import type { IncomingMessage, ServerResponse } from 'node:http';
import { ProblemJsonError } from '@stoplight/prism-http';

/** What goes out over HTTP. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | undefined;
}

/** Sends an answer that a page of any origin may read, which gets nothing that is its user's own: no cookie, no login. */
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

/** Whether a browser asks for permission to send a request. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}

/** Permits what the browser asks for. */
export function toPreflightAnswer({ headers }: IncomingMessage): Answer {
  const methods = headers['access-control-request-method'] ?? '';
  return { status: 204, headers: { 'access-control-allow-methods': methods } };
}

/** Prism's form of an error that the document does not describe, such as an unknown path. */
export function toProblemAnswer(error: Error): Answer {
  const problem = ProblemJsonError.toProblemJson(error);
  return {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify(problem),
  };
}
