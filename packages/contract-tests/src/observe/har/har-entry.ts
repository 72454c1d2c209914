/** What is read of an entry of HAR 1.2. */
export interface HarEntry {
  startedDateTime: string;
  /** In milliseconds; -1 if it is not known. */
  time?: number;
  request: { method: string; url: string; headers: HarHeader[]; postData?: HarContent; bodySize?: number };
  /** The status is 0 if no answer came. */
  response?: { status: number; headers: HarHeader[]; content?: HarContent; _error?: string };
}

export interface HarHeader {
  name: string;
  value: string;
}

/** A body. Its text is decoded, whatever the header `content-encoding` says. */
export interface HarContent {
  text?: string;
  encoding?: string;
  /** Of a form, perhaps in place of the text. */
  params?: { name: string; value?: string }[];
  size?: number;
}

/** Says what is wrong with an entry, such as `request.url is no text`. Undefined if it can be read. */
export function findProblem(value: unknown): string | undefined {
  const { startedDateTime, request, response } = objectOf(value) as Partial<Record<string, unknown>>;
  if (Number.isNaN(Date.parse(String(startedDateTime)))) return 'startedDateTime is no time';
  const { method, url, headers, postData } = objectOf(request);
  if (typeof method !== 'string') return 'request.method is no text';
  if (typeof url !== 'string') return 'request.url is no text';
  if (!areHeaders(headers)) return 'request.headers is not a list of headers';
  if (!isContent(postData)) return 'request.postData is no body';
  if (response === undefined || response === null) return undefined;
  const answer = objectOf(response);
  if (!Number.isInteger(answer['status'])) return 'response.status is no status';
  if (!areHeaders(answer['headers'])) return 'response.headers is not a list of headers';
  return isContent(answer['content']) ? undefined : 'response.content is no body';
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const areHeaders = (value: unknown): boolean => arePairs(value, ({ name, value }) => isText(name) && isText(value));

function isContent(value: unknown): boolean {
  const { text = '', encoding = '', params = [] } = objectOf(value);
  return isText(text) && isText(encoding) && arePairs(params, ({ name, value = '' }) => isText(name) && isText(value));
}

const arePairs = (value: unknown, isPair: (pair: Record<string, unknown>) => boolean): boolean =>
  Array.isArray(value) && value.every((pair) => isPair(objectOf(pair)));

const isText = (value: unknown): boolean => typeof value === 'string';
