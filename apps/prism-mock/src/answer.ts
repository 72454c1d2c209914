import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';

/** An HTTP answer. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** An error without an answer in the document. It is sent as `application/problem+json`, as Prism does. */
export class Problem extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** The answer to an error. Leaves out the message of an unknown error, which may contain what the caller sent. */
export function toProblemAnswer(error: unknown): Answer {
  const problem = error instanceof Problem ? error : new Problem(500, 'The mock failed. Report this request.');
  const { status, message: detail } = problem;
  return {
    status,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ type: 'about:blank', title: STATUS_CODES[status], status, detail }),
  };
}

/**
 * Sends an answer that a page of any origin may read. The mock uses no cookies, so the answer contains nothing about a user.
 */
export function sendAnswer({ headers: asked }: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': asked['access-control-request-method'] ?? '*',
    'access-control-allow-headers': asked['access-control-request-headers'] ?? '*',
    'access-control-expose-headers': '*',
    ...answer.headers,
  };
  response.statusCode = answer.status;
  response.setHeaders(new Headers(headers)).end(answer.body);
}
