import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceOperation } from '@escrow-kit/spec';
import { Refusal } from '../domain/refusal.ts';
import { shorten } from './list-violations.ts';

/** A request as it arrived, with its body as text. */
export interface IncomingRequest {
  method: string;
  /** The path with its query. */
  target: string;
  authorization: string | undefined;
  contentType: string | undefined;
  path: Record<string, string>;
  /** A list if a parameter is repeated. */
  query: Record<string, string | string[]>;
  /** With lower-case names. */
  headers: IncomingHttpHeaders;
  bodyText: string;
}

/** The bearer token of a request (AUTH-1); undefined if there is none. */
export function readToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

/**
 * Parses a body by the media type of its call. Throws if it was sent as another one, or can't be parsed. An empty body counts as
 * no body, with any media type: our choice.
 */
export function parseBody(
  mediaType: ServiceOperation['mediaType'],
  { contentType, bodyText }: Pick<IncomingRequest, 'contentType' | 'bodyText'>,
): unknown {
  if (mediaType === undefined || bodyText === '') return undefined;
  if ((contentType ?? '').split(';')[0]?.trim().toLowerCase() !== mediaType) {
    const message = `Send the body as ${mediaType}, and say so in the header content-type.`;
    throw new Refusal('unsupported_media_type', { rule: 'ERR-1c', field: 'content-type', message });
  }
  return mediaType === 'application/json' ? parseJson(bodyText) : readFields(new URLSearchParams(bodyText));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('rule_violation', { rule: 'ERR-1d', field: 'body', message: 'The body is not valid JSON.' });
  }
}

/** The fields of a query or a form. One that is sent twice becomes a list, which no schema of these accepts. */
export function readFields(parameters: URLSearchParams): Record<string, string | string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of parameters) {
    const list = values.get(name);
    if (list) list.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries([...values].map(([name, list]) => [name, list.length === 1 ? (list[0] ?? '') : list]));
}

/** The largest body of a call: far above any contract, and harmless. Our choice: not shown. */
const bodyLimitInBytes: number = 1024 * 1024;

/** Reads a body as text. Throws if it is too large, or if the client left before its end. */
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
  return new Refusal('rule_violation', {
    rule: 'ERR-1d',
    field: 'body',
    message: 'The request ended before its body did.',
  });
}

/** How much of a body is dropped after its answer, and for how long. Our choice: not shown. */
const dropLimitInBytes = 64 * 1024 * 1024;
const dropLimitInMs = 10_000;

/**
 * Reads and drops what is left of a body once its request is answered. A client that reads only after it has sent everything
 * would never see the answer otherwise: closing a connection with unread bytes resets it. Closes it beyond the limits.
 */
export function dropUnreadBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  // Node drops a body that nobody began to read by itself, without a limit.
  incoming.read(0);
  outgoing.once('finish', () => {
    incoming.resume();
    if (incoming.complete) return;
    let length = 0;
    const timer = setTimeout(() => incoming.destroy(), dropLimitInMs);
    incoming.once('close', () => clearTimeout(timer));
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > dropLimitInBytes) incoming.destroy();
    });
  });
}

/** How deep a body may be nested, and how many values it may hold: far above any contract. Our choice: not shown. */
const deepest = 64;
const mostValues = 20_000;

/** A value and its depth. */
interface Found {
  value: unknown;
  field: string;
  depth: number;
}

/**
 * Throws if the store could not keep the value as it was sent: text with a NUL character or a lone surrogate, a number that
 * JSON can't write back (1e400), and too many levels or values. `field` names the value. Walks without recursion, so that deep
 * nesting can't overflow the stack.
 */
export function checkValues(root: unknown, field: string): void {
  const open: Found[] = [{ value: root, field, depth: 0 }];
  let count = 0;
  for (let found = open.pop(); found; found = open.pop()) {
    count += 1;
    if (count > mostValues) throw refuse(field, `holds more than ${mostValues} values`);
    checkScalar(found);
    for (const child of childrenOf(found)) open.push(child);
  }
}

function checkScalar({ value, field }: Found): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw refuse(field, 'is a number that is too large');
  if (typeof value === 'string' && !isStorable(value)) throw refuse(field, unstorable);
}

function childrenOf({ value, field, depth }: Found): Found[] {
  if (typeof value !== 'object' || value === null) return [];
  if (depth === deepest) throw refuse(field, `is nested more than ${deepest} levels deep`);
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) => ({ value: item, field: `${field}[${index}]`, depth: depth + 1 }));
  }
  return Object.entries(value).map(([key, item]) => {
    if (!isStorable(key)) throw refuse(field, `has a name that ${unstorable}`);
    return { value: item, field: `${field}.${key}`, depth: depth + 1 };
  });
}

const unstorable = 'contains a NUL character or a lone surrogate';

/** Whether the store keeps a text as it is. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function refuse(field: string, what: string): Refusal {
  const name = shorten(field);
  return new Refusal('rule_violation', { rule: 'ERR-1a', field: name, message: `${name} ${what}.` });
}
