import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { CommandLineError } from '@escrow-kit/shared/command-line';
import { JSONParser } from '@streamparser/json';
import { redacted } from '../deployment/secrets.ts';
import { parseJson } from '../deployment/text.ts';

/** A request with its answer, as a HAR file has it. */
export interface RecordedExchange {
  /** Where it was found, such as `traffic.har, entry 12`. */
  source: string;
  method: string;
  /** The address without its query. */
  url: URL;
  query: Fields;
  /** With lower-case names. */
  headers: ReadonlyMap<string, string>;
  body: Body;
  answer: { status: number; body: Body } | undefined;
}

/** The fields of a form or a query by name. One that is repeated is a list. */
type Fields = Record<string, string | string[]>;

/** A body. A `page` begins with `<`; a body that the file does not contain is `not recorded`. */
export type Body =
  | { kind: 'json' | 'form'; content: unknown }
  | { kind: 'none' | 'text' | 'page' | 'not recorded'; content?: undefined };

/**
 * Reads the entries of a HAR 1.2 file one at a time, so that a large file needs little memory. `onBreak` receives why the rest of a
 * file is unreadable. Throws `CommandLineError` if no entry is readable. Quotes nothing from the file.
 */
export async function* readEntries(file: string, onBreak: (note: string) => void): AsyncGenerator<unknown> {
  const parser = new JSONParser({ paths: ['$.log.entries.*'], keepStack: false });
  const found: unknown[] = [];
  parser.onValue = ({ value }) => void found.push(value);
  let [parsedBytes, isEmpty] = [0, true];
  try {
    for await (const chunk of createReadStream(file)) {
      try {
        parser.write(chunk);
        parsedBytes += chunk.length;
      } finally {
        isEmpty &&= found.length === 0;
        yield* found.splice(0);
      }
    }
    if (!parser.isEnded) parser.end();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const broken = `not valid JSON after about ${parsedBytes} bytes. Save it again.`;
    const problem = code === undefined ? broken : `cannot be read (${code}). Name a HAR file.`;
    if (isEmpty) throw new CommandLineError(`${file}: ${problem}`);
    onBreak(`${file}: ${problem} The part before was read.`);
  }
  if (isEmpty) throw new CommandLineError(`${file}: no entries at log.entries. Name a HAR file with requests.`);
}

export type Members = Readonly<Record<string, unknown>>;

export const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};

const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '');

/** Reads an entry, as browsers, mitmproxy and others write it. Returns undefined if it has no request. */
export function readEntry(entry: unknown, source: string): RecordedExchange | undefined {
  const [request, response] = [membersOf(membersOf(entry)['request']), membersOf(membersOf(entry)['response'])];
  const url = URL.parse(textOf(request['url']));
  const method = textOf(request['method']).toUpperCase();
  if (method === '' || url === null) return undefined;
  const query = toFields(url.search === '' ? readPairs(request['queryString']) : url.searchParams);
  const status = Number(textOf(response['status']));
  return {
    ...{ source, method, url, query, headers: readHeaders(request), body: readBody(request['postData'], request) },
    // Browsers write 0 without an answer.
    answer: status >= 100 ? { status, body: readBody(response['content'], response) } : undefined,
  };
}

const readHeaders = ({ headers }: Members): Map<string, string> =>
  new Map(readPairs(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** Names and values of headers, or of the fields of a form or a query. A value that was not saved is treated as redacted. */
function readPairs(list: unknown): [name: string, value: string][] {
  const pairs = Array.isArray(list) ? list.map(membersOf) : [];
  return pairs.flatMap(({ name, value }) => (typeof name === 'string' ? [[name, textOf(value ?? redacted)]] : []));
}

/** Whether a tool removed a value. */
export const isRedacted = (value: unknown): boolean =>
  typeof value === 'string' && /redacted|masked|filtered|scrubbed|\*{3}|•{3}|^x{4,}$/i.test(value);

/** Reads a body of a message. Some tools list the fields of a form with an empty text or without a text. */
function readBody(saved: unknown, message: Members): Body {
  const { text, params, size, encoding, mimeType } = membersOf(saved);
  const fields = readPairs(params);
  const headers = readHeaders(message);
  const sizes = [size, message['bodySize'], headers.get('content-length')].map((one) => Number(textOf(one) || -1));
  if (text) {
    const decoded = encoding === 'base64' ? decodeBase64(textOf(text)) : textOf(text);
    const isAsSent = decoded === text && sizes.includes(Buffer.byteLength(decoded));
    return readText(decoded ?? redacted, { mediaType: textOf(mimeType) || headers.get('content-type'), isAsSent });
  }
  if (fields.length > 0) return { kind: 'form', content: toFields(fields) };
  // Only a size of 0 shows that a body was empty, not unsaved.
  const isBodiless = /^(GET|HEAD|204|304)$/i.test(textOf(message['method'] ?? message['status']));
  const isEmpty = isBodiless || (sizes.includes(0) && Math.max(...sizes) <= 0);
  return { kind: isEmpty ? 'none' : 'not recorded' };
}

/** Reads the text of a body, which is decoded despite `content-encoding`. */
function readText(text: string, { mediaType, isAsSent }: { mediaType: string | undefined; isAsSent: boolean }): Body {
  const body = text.replace(/^\uFEFF/, '');
  const isForm = mediaType?.includes('x-www-form-urlencoded');
  const content = isAsSent || isForm ? parseJson(body) : parseTwice(body);
  if (content !== undefined && !isForm) return { kind: 'json', content };
  if (isForm || (!mediaType && /^[\w.*+%-]+=[^\s<{]*$/.test(body)))
    return { kind: 'form', content: toFields(new URLSearchParams(body)) };
  if (/^\s*</.test(body)) return { kind: 'page' };
  return { kind: isRedacted(body) ? 'not recorded' : 'text' };
}

/** Parses JSON that a tool may have encoded once more, as a text in JSON or in base64. */
function parseTwice(body: string): unknown {
  const content = parseJson(body) ?? decodeBase64(body);
  const decoded = typeof content === 'string' ? parseJson(content) : undefined;
  return typeof decoded === 'object' ? decoded : parseJson(body);
}

/** The text in base64; undefined if it is not base64 or not text. */
function decodeBase64(text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64');
  return /^[\w+/-]+={0,2}\s*$/.test(text) && isUtf8(bytes) ? bytes.toString() : undefined;
}

function toFields(pairs: Iterable<[name: string, value: string]>): Fields {
  const byName = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, own]) => {
      const [value = '', ...others] = own.map(([, text]) => decodeField(text));
      return [name, others.length === 0 ? value : [value, ...others]];
    }),
  );
}

/** Chrome saves the fields of a form encoded. Such a value contains only escapes and characters that need none. */
function decodeField(value: string): string {
  const isEncoded = /%[\dA-F]{2}/i.test(value) && !/[^\w.*+%-]|%(?![\dA-F]{2})/i.test(value);
  return isEncoded ? (new URLSearchParams(`value=${value}`).get('value') ?? '') : value;
}
