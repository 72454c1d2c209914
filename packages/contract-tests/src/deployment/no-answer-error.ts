import type { Answer } from './exchange.ts';
import { parseJson } from './parse-json.ts';

/**
 * The service gave no answer, so there is nothing to judge. `timeout`: not in time, or the operation gets no more requests for
 * that. `unreachable`: no connection, or it broke off. `not-the-service`: something else answered.
 */
export class NoAnswerError extends Error {
  readonly code = 'no-answer';
  readonly kind: 'timeout' | 'unreachable' | 'not-the-service';

  constructor(kind: NoAnswerError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'NoAnswerError';
    this.kind = kind;
  }
}

const longestStart = 60;

/**
 * Throws if an answer is not the service's: a page, a redirect such as to a sign-in page, or a gateway that did not reach it. Any
 * other text may be the service's, and so may JSON of any content type.
 */
export function refuseForeign({ status, headers, body }: Answer): void {
  const start = body.trimStart().slice(0, longestStart);
  const isGateway = (status === 502 || status === 504) && parseJson(body) === undefined;
  const isRedirect = status >= 300 && status < 400;
  if (!start.startsWith('<') && !isGateway && !isRedirect) return;
  const target = URL.parse(headers['location'] ?? '');
  const where = target ? ` to ${target.origin}${target.pathname}` : '';
  const what = start === '' ? 'no body' : `a body that begins with ${start}`;
  throw new NoAnswerError('not-the-service', `something else than the service answered: ${status}${where}, ${what}`);
}
