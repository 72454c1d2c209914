import type { Answer } from './exchange.ts';
import { parseJson } from './parse-json.ts';

/**
 * The service gave no answer, so there is nothing to judge. `timeout`: not in time, or the operation gets no more requests for
 * that. `unreachable`: no connection, or it broke off. `too-many`: only 429, even after waiting. `not-the-service`: something else
 * answered.
 */
export class NoAnswerError extends Error {
  readonly code = 'no-answer';
  readonly kind: 'timeout' | 'unreachable' | 'too-many' | 'not-the-service';
  /** The status of what is `not-the-service`. The message quotes more of it. */
  readonly status: number | undefined;

  constructor(
    kind: NoAnswerError['kind'],
    message: string,
    { status, ...options }: ErrorOptions & { status?: number } = {},
  ) {
    super(message, options);
    this.name = 'NoAnswerError';
    this.kind = kind;
    this.status = status;
  }
}

const longestStart = 60;

/**
 * Throws if an answer is not the service's: a page, a redirect such as to a sign-in page, or a gateway that did not reach it. Any
 * other text may be the service's, and so may JSON of any content type. Its texts are redacted before they are cut, so that no part of a secret stays.
 */
export function refuseForeign({ status, headers, body }: Answer, redact: (text: string) => string): void {
  const isGateway = (status === 502 || status === 504) && parseJson(body) === undefined;
  const isRedirect = status >= 300 && status < 400;
  if (!body.trimStart().startsWith('<') && !isGateway && !isRedirect) return;
  const start = redact(body).trimStart().slice(0, longestStart);
  const target = URL.parse(headers['location'] ?? '');
  const where = target ? redact(` to ${target.origin}${target.pathname}`) : '';
  const what = start === '' ? 'no body' : `a body that begins with ${start}`;
  throw new NoAnswerError('not-the-service', `something else than the service answered: ${status}${where}, ${what}`, {
    status,
  });
}
