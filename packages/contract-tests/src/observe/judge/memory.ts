import { hash, randomBytes } from 'node:crypto';
import { openApiDocument, type TokenKind } from '@escrow-kit/spec';
import { type CredentialName, tokenNames } from '../../deployment/credentials.ts';
import type { TokenOrigin } from '../kept-exchange.ts';
import { formatOf } from './shape.ts';

/** What the judge remembers of earlier exchanges of this run, without the values themselves. All of it is bounded. */
export interface Memory {
  /** A label that is the same for the same value, and tells nothing of it. Another run has other labels. */
  labelOf(name: 'token' | 'event' | 'call' | 'digest', value: string | Uint8Array): string;
  /** Notes that a token was served by an operation that takes these kinds. */
  noteServed(token: string, kinds: readonly TokenKind[]): void;
  wasServed(token: string): boolean;
  /** The kind of a token, and whether it was given rather than concluded from the operations that served it. */
  kindOf(token: string): { kind: TokenKind; isGiven: boolean } | undefined;
  /** Notes a secret, of which another exchange must keep nothing either. Only one in a word with digits is told from other texts. */
  noteSecret(secret: string): void;
  /** Whether a text is a secret that was noted, or has one as a word. */
  hasSecret(text: string): boolean;
  /** Notes where a text that may be a token was. */
  noteOrigin(token: string, origin: TokenOrigin): void;
  originOf(token: string): TokenOrigin | undefined;
  /** Notes that a record exists. */
  noteId(record: string, id: string): void;
  /** `alike`: it was never seen, and others of its form were. `unlike`: no other one of its form was. */
  recall(record: string, id: string): 'seen' | 'alike' | 'unlike';
}

const mostEntries = 20_000;
const labelLength = 10;
const shortestSecret = 8;
const longestSecret = 4096;

/** Creates an empty memory. `credentials` are the known ones. */
export function createMemory(credentials: Partial<Record<CredentialName, string>>): Memory {
  const key = randomBytes(32);
  // Several for each exchange, and several times as fast as an HMAC, whose guarantees nothing needs here.
  const digest = (value: string | Uint8Array): string =>
    hash('sha256', Buffer.concat([key, Buffer.from(value)]), 'hex');
  const given = new Map(
    tokenNames.flatMap((name) => {
      const [token, kind] = [credentials[name], openApiDocument.components.securitySchemes[name]?.['x-token']];
      return token === undefined || kind === undefined ? [] : [[digest(token), kind] as const];
    }),
  );
  const servedBy = createBoundedMap<readonly TokenKind[]>();
  const origins = createBoundedMap<TokenOrigin>();
  const secrets = createBoundedMap<true>();
  const ids = createBoundedMap<true>();
  const forms = createBoundedMap<true>();
  return {
    labelOf: (name, value) => `${name}-${digest(value).slice(0, labelLength)}`,
    noteServed(token, kinds) {
      const known = servedBy.get(digest(token));
      servedBy.set(digest(token), known ? known.filter((kind) => kinds.includes(kind)) : kinds);
    },
    wasServed: (token) => given.has(digest(token)) || servedBy.get(digest(token)) !== undefined,
    kindOf(token) {
      const own = given.get(digest(token));
      if (own) return { kind: own, isGiven: true };
      const [kind, ...others] = servedBy.get(digest(token)) ?? [];
      return kind && others.length === 0 ? { kind, isGiven: false } : undefined;
    },
    noteSecret(secret) {
      if (isTelling(secret)) secrets.set(digest(secret), true);
    },
    hasSecret: (text) =>
      [text, ...text.split(/[^\w.~+/=-]+|[=/]/)].some(
        (word) => isTelling(word) && secrets.get(digest(word)) !== undefined,
      ),
    noteOrigin: (token, origin) => origins.set(digest(token), origin),
    originOf: (token) => origins.get(digest(token)),
    noteId(record, id) {
      ids.set(digest(`${record} ${id}`), true);
      forms.set(digest(`${record} ${formOf(id)}`), true);
    },
    recall(record, id) {
      if (ids.get(digest(`${record} ${id}`))) return 'seen';
      return forms.get(digest(`${record} ${formOf(id)}`)) ? 'alike' : 'unlike';
    },
  };
}

/** Whether a text is long and odd enough to be no ordinary word, number or date. */
const isTelling = (text: string): boolean =>
  text.length >= shortestSecret &&
  text.length <= longestSecret &&
  /\d/.test(text) &&
  /^(?!\d{4}-\d{2}-)\S+$/.test(text);

/** The form of an id: a number, a UUID, or its separators alone. */
function formOf(id: string): string {
  const format = formatOf(id);
  return format === 'uuid' || format === 'digits' ? format : id.replaceAll(/[\p{L}\p{N}]+/gu, 'x');
}

/** A map that forgets its oldest entry. */
function createBoundedMap<Value>() {
  const entries = new Map<string, Value>();
  return {
    get: (key: string): Value | undefined => entries.get(key),
    set(key: string, value: Value): void {
      entries.delete(key);
      entries.set(key, value);
      const [oldest] = entries.keys();
      if (entries.size > mostEntries && oldest !== undefined) entries.delete(oldest);
    },
  };
}
