import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { parseJson } from '../../deployment/parse-json.ts';
import type { KeptMessage } from '../kept-exchange.ts';
import { type CapturedBody, mostCapturedBytes } from '../raw-exchange.ts';

/** A captured body, parsed. */
export interface ReadBody {
  kind: KeptMessage['body'];
  /** Of `json` and `form`. */
  content?: unknown;
  /** Of `other`. */
  text?: string;
  /** Whether it begins as a page does, which is no answer of the service. */
  isPage: boolean;
}

const decompressors: Readonly<Record<string, (bytes: Uint8Array, options: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

/** Decodes and parses a body. `encoding` is the header content-encoding. Never throws. */
export function readBody(body: CapturedBody, mediaType: string | undefined, encoding = ''): ReadBody {
  if (!body.isComplete) return { kind: 'cut', isPage: false };
  if (body.bytes.length === 0) return { kind: 'none', isPage: false };
  const bytes = decompress(body.bytes, encoding);
  if (bytes === 'cut') return { kind: 'cut', isPage: false };
  if (bytes === undefined) return { kind: 'other', text: '', isPage: false };
  const text = new TextDecoder().decode(bytes);
  if (mediaType === 'application/x-www-form-urlencoded') {
    return { kind: 'form', content: toObject(new URLSearchParams(text)), isPage: false };
  }
  const content = parseJson(text);
  const isJson = content !== undefined && (isJsonType(mediaType) || (typeof content === 'object' && content !== null));
  return isJson ? { kind: 'json', content, isPage: false } : { kind: 'other', text, isPage: /^\s*</.test(text) };
}

/** The bytes without their encodings; undefined if they are malformed. A small body may become a large one, which is cut. */
function decompress(bytes: Uint8Array, encoding: string): Uint8Array | 'cut' | undefined {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  let rest = bytes;
  for (const name of names.reverse()) {
    if (name === '' || name === 'identity') continue;
    const known = Object.hasOwn(decompressors, name) ? decompressors[name] : undefined;
    try {
      if (!known) return undefined;
      rest = known(rest, { maxOutputLength: mostCapturedBytes });
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'cut' : undefined;
    }
  }
  return rest;
}

/** The fields of a form or a query by name. One that is repeated is a list. */
export function toObject(fields: URLSearchParams): Record<string, string | string[]> {
  const byName = Map.groupBy(fields, ([name]) => name);
  return Object.fromEntries(
    [...byName].map(([name, entries]) => {
      const [value = '', ...others] = entries.map(([, text]) => text);
      return [name, others.length === 0 ? value : [value, ...others]];
    }),
  );
}

/** Type and subtype of a header content-type, in lower case; undefined if it is malformed. */
export function mediaTypeOf(contentType = ''): string | undefined {
  return /^\s*([a-z]+\/[\w.+-]{1,60})\s*(;|$)/.exec(contentType.toLowerCase())?.[1];
}

/** Whether a media type is one of JSON, such as `application/vnd.escrow.v1+json`. */
export const isJsonType = (mediaType = ''): boolean => /[/+]json$/.test(mediaType);
