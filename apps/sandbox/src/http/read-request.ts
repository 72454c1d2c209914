import type { IncomingMessage } from 'node:http';
import type { ServiceOperation } from '../document/operations.ts';
import { Refusal } from '../domain/refusal.ts';
import { checkValues } from './check-values.ts';

/** A request as it arrived, its body still text. */
export interface IncomingRequest {
  method: string;
  /** The path with its query. */
  target: string;
  authorization: string | undefined;
  contentType: string | undefined;
  path: Record<string, string>;
  query: Record<string, string>;
  bodyText: string;
}

/** The bearer token of a request (AUTH-1). */
export function readToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

/**
 * Parses the body as the operation's media type says. Refuses another media type, what can't be parsed, and what can't be
 * kept. An empty body is none, whatever the header says: our choice.
 */
export function parseBody(operation: ServiceOperation, { contentType, bodyText }: IncomingRequest): unknown {
  if (operation.mediaType === undefined || bodyText === '') return undefined;
  const mediaType = (contentType ?? '').split(';')[0]?.trim().toLowerCase();
  if (mediaType !== operation.mediaType) {
    const message = `Send the body as ${operation.mediaType}, and say so in the header content-type.`;
    throw new Refusal('unsupported_media_type', { rule: 'ERR-1', field: 'content-type', message });
  }
  const body = mediaType === 'application/json' ? parseJson(bodyText) : parseForm(bodyText);
  checkValues(body, 'body');
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('rule_violation', { rule: 'ERR-1', field: 'body', message: 'The body is not valid JSON.' });
  }
}

/** A field that is sent twice becomes a list, which no schema of a form accepts. */
function parseForm(text: string): Record<string, string | string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const list = values.get(name);
    if (list) list.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries([...values].map(([name, list]) => [name, list.length === 1 ? (list[0] ?? '') : list]));
}

/** The largest body of a call: far above any contract, far below what would hurt. Our choice: not shown. */
export const bodyLimitInBytes: number = 1024 * 1024;

/** Reads a body as text. Refuses one that is too large, or that breaks off because the client went away. */
export function readBody(incoming: IncomingMessage, limitInBytes: number = bodyLimitInBytes): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limitInBytes) reject(tooLarge(limitInBytes));
      else chunks.push(chunk);
    });
    incoming.once('end', () => resolve(Buffer.concat(chunks).toString()));
    incoming.once('close', () => {
      if (!incoming.complete) reject(brokenOff());
    });
    if (Number(incoming.headers['content-length']) > limitInBytes) reject(tooLarge(limitInBytes));
  });
}

function tooLarge(limitInBytes: number): Refusal<'body_too_large'> {
  const message = `Send a body of at most ${limitInBytes} bytes.`;
  return new Refusal('body_too_large', { rule: 'ERR-1a', field: 'body', message });
}

function brokenOff(): Refusal {
  return new Refusal('rule_violation', { rule: 'ERR-1', field: 'body', message: 'The request broke off.' });
}
