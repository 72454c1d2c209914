import { shorten } from '../deployment/shorten.ts';
import type { VerifiedInteraction } from '../judge/verification.ts';

/** The headers that matter for a verdict, of requests and of answers. */
const shownHeaders = new Set(['authorization', 'content-type', 'location', 'retry-after', 'www-authenticate']);

/** The request and the answer of a check in lines: the first line, the headers that matter, and the shortened body. */
export function describeExchange({ exchange, operationId, event }: VerifiedInteraction): {
  sent: string[];
  received: string[];
} {
  if (!exchange) return { sent: [], received: event === undefined ? [] : [`event ${shorten(event)}`] };
  const { request, answer } = exchange;
  return {
    sent: linesOf(`${request.method} ${request.url} (${operationId})`, request),
    received: answer ? linesOf(`${answer.status}`, answer) : ['no answer'],
  };
}

function linesOf(first: string, { headers, body = '' }: { headers: Record<string, string>; body?: string }): string[] {
  const shown = Object.entries(headers).filter(([name]) => shownHeaders.has(name.toLowerCase()));
  const lines = [first, shown.map(([name, value]) => `${name}: ${value}`).join('; '), body];
  return lines.filter((line) => line !== '').map(shorten);
}
