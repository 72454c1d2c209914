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

/** The exchange with every text redacted, and without the cookies of the answer, which may open a session. */
export function redactExchange({ request, answer }: Exchange, redact: (text: string) => string): Exchange {
  const redactAll = (headers: Record<string, string>) =>
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
      headers: redactAll(headers),
      ...(body !== undefined && { body: redact(body) }),
    },
    ...(answer && { answer: { ...answer, headers: redactAll(answer.headers), body: redact(answer.body) } }),
  };
}
