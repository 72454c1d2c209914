import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ServiceOperation } from '@escrow-kit/spec';
import { mostViolations, Refusal } from '../domain/refusal.ts';

/** A request as it arrived, with its body as text. */
export interface IncomingRequest {
  method: string;
  path: Record<string, string>;
  /** A list if a parameter is repeated. */
  query: Record<string, string | string[]>;
  /** With lower-case names. */
  headers: IncomingHttpHeaders;
  bodyText: string;
}

/**
 * The address of the sandbox for a caller, without a trailing slash: the public one, if it has one, else the name of this machine that
 * the caller used, such as `http://localhost:4020`, because a client may refuse the checkout of another (our choice: not shown).
 */
export function addressFor(
  { publicUrl, url }: { publicUrl: string | undefined; url: string },
  { host }: IncomingHttpHeaders,
): string {
  const called = URL.parse(`http://${host}`);
  const isPlain = called && isLoopbackHost(called.hostname) && plainOrigin.test(called.origin);
  return publicUrl ?? (isPlain ? called.origin : url);
}

/** Without a character that a page or a log would have to escape, and without port 0, at which nothing listens. */
const plainOrigin = /^http:\/\/([\w.-]+|\[::1\])(:[1-9]\d*)?$/;

/** Whether only this machine can reach a server on this host name or address. Browsers resolve `*.localhost` to loopback. */
export const isLoopbackHost = (host: string): boolean => /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);

/** The bearer token of a request (AUTH-1); undefined if there is none. */
export function readToken(authorization: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

/**
 * Parses a body by the media type of its call. Throws if it was sent as another one, or cannot be parsed. An empty body counts as
 * no body, with any media type: our choice.
 */
export function parseBody(
  mediaType: ServiceOperation['mediaType'],
  { contentType = '', bodyText }: { contentType: string | undefined; bodyText: string },
): unknown {
  if (mediaType === undefined || bodyText === '') return undefined;
  if (contentType.split(';')[0]?.trim().toLowerCase() !== mediaType) {
    const message = `Send the body as ${mediaType}, and set the header content-type.`;
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
  const fields = [...Map.groupBy(parameters, ([name]) => name)].map(([name, entries]): [string, string | string[]] => {
    const [first = '', ...others] = entries.map(([, value]) => value);
    return [name, others.length === 0 ? first : [first, ...others]];
  });
  return Object.fromEntries(fields);
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
      const message = 'The request ended before its body was complete.';
      if (!incoming.complete) reject(new Refusal('rule_violation', { rule: 'ERR-1d', field: 'body', message }));
    });
    if (Number(incoming.headers['content-length']) > limitInBytes) reject(tooLarge(limitInBytes));
  });
}

function tooLarge(limitInBytes: number): Refusal<'body_too_large'> {
  const message = `Send a body of at most ${limitInBytes} bytes.`;
  return new Refusal('body_too_large', { rule: 'ERR-1a', field: 'body', message });
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

/**
 * Throws if the store could not keep the value as it was sent: text with a NUL character or a lone surrogate, a number that
 * JSON cannot write back (1e400), and too many levels or values. `name` names the value.
 */
export function checkValues(root: unknown, name: string): void {
  let count = 0;
  const check = (value: unknown, field: string, depth: number): void => {
    count += 1;
    if (count > mostValues) throw refuse(name, `contains more than ${mostValues} values`);
    if (depth > deepest) throw refuse(field, `is nested more than ${deepest} levels deep`);
    checkScalar(value, field);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, item] of Object.entries(value)) {
      if (!isStorable(key)) throw refuse(field, `has a name that ${unstorable}`);
      check(item, Array.isArray(value) ? `${field}[${key}]` : `${field}.${key}`, depth + 1);
    }
  };
  check(root, name, 0);
}

function checkScalar(value: unknown, field: string): void {
  if (typeof value === 'number' && !Number.isFinite(value)) throw refuse(field, 'is a number that is too large');
  if (typeof value === 'string' && !isStorable(value)) throw refuse(field, unstorable);
}

const unstorable = 'contains a NUL character or a lone surrogate';

/** Whether the store keeps a text as it is. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function refuse(field: string, what: string): Refusal {
  const name = shorten(field);
  return new Refusal('rule_violation', { rule: 'ERR-1a', field: name, message: `${name} ${what}.` });
}

/** The first violations, and the message of the refusal: the first one, and whether there are more than are listed. */
export function listViolations<Violation, Entry extends { field: string; message: string }>(
  found: readonly Violation[],
  toEntry: (violation: Violation) => Entry,
): (Entry & { violations: Entry[] }) | undefined {
  const violations = found.slice(0, mostViolations).map(toEntry);
  const [first] = violations;
  if (!first) return undefined;
  const more = found.length > mostViolations ? ` Only the first ${mostViolations} violations are listed.` : '';
  return { ...first, message: first.message + more, violations };
}

/** A longer field name is cut, because parts of it may come from the request. */
const longestField = 200;

/** Cuts the name of a field, so that it stays readable. */
export function shorten(field: string): string {
  return field.length > longestField ? `${field.slice(0, longestField).toWellFormed()}…` : field;
}
