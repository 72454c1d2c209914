import { createReadStream } from 'node:fs';
import { JSONParser } from '@streamparser/json';
import { parseJson } from '../deployment/parse-json.ts';

/** A request with its answer, as a HAR file has it. */
export interface Exchange {
  /** Where it was found, such as `traffic.har, entry 12`. */
  source: string;
  method: string;
  /** The address without its query. */
  url: URL;
  /** By lower-case name. */
  headers: ReadonlyMap<string, string>;
  body: Body;
  /** Undefined if none came. */
  answer: Answer | undefined;
}

export interface Answer {
  status: number;
  body: Body;
}

/** A body. A `page` is what begins with `<`; of `not recorded` the file says nothing. */
export type Body =
  | { kind: 'json' | 'form'; content: unknown }
  | { kind: 'none' | 'text' | 'page' | 'not recorded'; content?: undefined };

/** A HAR file that can't be read. The message repeats nothing of it. */
export class HarError extends Error {
  override name = 'HarError';

  constructor(file: string, problem: string) {
    super(`${file}: ${problem}`);
  }
}

/**
 * Reads the entries of a HAR 1.2 file, as browsers, mitmproxy and others write it, one at a time, so that a large file needs little
 * memory. An entry that can't be read is undefined. Throws {@link HarError} if the file is none.
 */
export async function* readHar(file: string): AsyncGenerator<Exchange | undefined> {
  let count = 0;
  for await (const entry of readEntries(file)) {
    count += 1;
    yield toExchange(entry, `${file}, entry ${count}`);
  }
  if (count === 0) throw new HarError(file, 'there are no entries at log.entries. Name a HAR file that has requests.');
}

async function* readEntries(file: string): AsyncGenerator<unknown> {
  const parser = new JSONParser({ paths: ['$.log.entries.*'], keepStack: false });
  const found: unknown[] = [];
  parser.onValue = ({ value }) => void found.push(value);
  let parsedBytes = 0;
  try {
    for await (const chunk of createReadStream(file)) {
      parser.write(chunk);
      parsedBytes += chunk.length;
      yield* found.splice(0);
    }
    if (!parser.isEnded) parser.end();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== undefined) throw new HarError(file, `it can't be read (${code}). Name a HAR file.`);
    throw new HarError(file, `this is no JSON, or not all of it, after about ${parsedBytes} bytes. Save it again.`);
  }
}

type Members = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? (value as Members) : {});

function toExchange(entry: unknown, source: string): Exchange | undefined {
  const { request, response } = membersOf(entry);
  const { method, url, headers, postData, bodySize } = membersOf(request);
  const parsed = URL.parse(String(url));
  if (typeof method !== 'string' || parsed === null) return undefined;
  const { status, content } = membersOf(response);
  return {
    source,
    method: method.toUpperCase(),
    url: parsed,
    headers: new Map(readPairs(headers).map(([name, value]) => [name.toLowerCase(), value])),
    body: readBody(postData, { isEmpty: membersOf(postData)['text'] === undefined && bodySize === 0 }),
    // Browsers write 0 if no answer came.
    answer: isStatus(status)
      ? { status, body: readBody(content, { isEmpty: isEmptyAnswer(status, content) }) }
      : undefined,
  };
}

const isStatus = (status: unknown): status is number => Number.isInteger(status) && Number(status) >= 100;

const isEmptyAnswer = (status: number, content: unknown): boolean =>
  status === 204 || status === 304 || membersOf(content)['size'] === 0;

/** Names and values of headers, or of the fields of a form. */
function readPairs(list: unknown): [name: string, value: string][] {
  if (!Array.isArray(list)) return [];
  return list.map(membersOf).flatMap(({ name, value }): [string, string][] => {
    return typeof name === 'string' ? [[name, String(value ?? '')]] : [];
  });
}

/** The text of a body is decoded, whatever the header `content-encoding` says. Some tools list the fields of a form instead of it. */
function readBody(saved: unknown, { isEmpty }: { isEmpty: boolean }): Body {
  const { text, params, encoding, mimeType } = membersOf(saved);
  const fields = readPairs(params);
  if (fields.length > 0 && !text) return { kind: 'form', content: toFields(fields) };
  if (typeof text !== 'string') return { kind: isEmpty ? 'none' : 'not recorded' };
  const decoded = encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text;
  const body = decoded.replace(/^\uFEFF/, '');
  if (body === '') return { kind: 'none' };
  if (String(mimeType).includes('x-www-form-urlencoded'))
    return { kind: 'form', content: toFields(new URLSearchParams(body)) };
  const content = parseJson(body);
  if (content !== undefined) return { kind: 'json', content };
  return { kind: /^\s*</.test(body) ? 'page' : 'text' };
}

/** The fields of a form or a query by name. One that is repeated is a list. */
export function toFields(pairs: Iterable<[name: string, value: string]>): Record<string, string | string[]> {
  const byName = Map.groupBy(pairs, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, own]) => {
      const [value = '', ...others] = own.map(([, text]) => text);
      return [name, others.length === 0 ? value : [value, ...others]];
    }),
  );
}
