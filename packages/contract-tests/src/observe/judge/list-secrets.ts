import type { RawHeaders } from '../raw-exchange.ts';
import type { WalkedBody } from './body-walk.ts';
import type { ReadExchange } from './read-exchange.ts';
import { isSensitiveName } from './sensitive-names.ts';
import { looksPersonal } from './shape.ts';

/** An exchange with the values of its bodies. */
export interface WalkedExchange {
  exchange: ReadExchange;
  request: WalkedBody;
  response: WalkedBody | undefined;
}

/** Everything secret or personal in an exchange. Undefined if not all of it was looked at. */
export function listSecrets({ exchange, request, response }: WalkedExchange): Set<string> | undefined {
  const messages = [exchange.request, exchange.response].filter((message) => message !== undefined);
  const bodies = [request, response].filter((body) => body !== undefined);
  const isPartial = bodies.some(({ unseen }) => unseen > 0) || messages.some(({ body }) => body.kind === 'cut');
  if (isPartial) return undefined;
  const { requestHeaders, response: answer } = exchange.raw;
  return new Set([
    ...secretsOfHeaders([...requestHeaders, ...(answer?.headers ?? []), ...(answer?.trailers ?? [])]),
    ...messages.flatMap(({ body: { text = '' } }) => [
      ...(text === '' ? [] : [text]),
      ...(text.match(/\d{4,}/g) ?? []),
    ]),
    ...[...exchange.query, ...Object.entries(exchange.pathParameters)].flatMap(([name, value]) =>
      isSensitiveName(name) || looksPersonal(value) ? [value] : [],
    ),
    ...bodies.flatMap(({ secrets, nodes }) => [...secrets, ...nodes.flatMap(secretsOfNode)]).flatMap(withWords),
  ]);
}

/** A text with its words: a part of a name, or of an e-mail address, tells who it is. */
const withWords = (text: string): string[] => [text, ...text.split(/[\s@]+/).filter((word) => word.length > 2)];

/** Every value of a header counts, also one that comes again. */
const secretsOfHeaders = (headers: RawHeaders): string[] =>
  headers.flatMap(([name, value]) => (isSensitiveName(name) ? secretsOfHeader(value) : []));

/** The value, the credentials of `Basic`, and the values of cookies or parameters. */
function secretsOfHeader(value: string): string[] {
  const [, scheme = '', rest = ''] = /^(\w+)\s+(.*)$/s.exec(value) ?? [];
  const decoded = scheme.toLowerCase() === 'basic' ? Buffer.from(rest, 'base64').toString() : '';
  const parts = value.split(/[;,\s]+/).map((part) => part.replace(/^[\w-]+=/, ''));
  // Such as `Path=/` of a cookie, or `Bearer` alone.
  const shortest = 4;
  return [value, rest, decoded, ...decoded.split(':'), ...parts].filter(
    (part) => part.length >= shortest && part !== scheme,
  );
}

/** A sensitive value; what is inside was listed with its body. Unknown fields may hold what only its form tells. */
function secretsOfNode({ value, place }: WalkedBody['nodes'][number]): string[] {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const isSecret = place.isSensitive || (!place.isOfBase && looksPersonal(String(value)));
  return isSecret ? [String(value)] : [];
}
