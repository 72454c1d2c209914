import type { HostName } from '@escrow-kit/spec';
import { withoutSlash } from '../../deployment/build-request.ts';
import type { Deployment } from '../../deployment/deployment.ts';
import { findHost } from '../proxy/route.ts';
import { type CapturedBody, mostCapturedBytes, type RawExchange, type RawHeaders } from '../raw-exchange.ts';
import type { HarContent, HarEntry, HarHeader } from './har-entry.ts';

/** Where the entries of an observation go. */
export interface ObservedAddresses {
  /** The addresses of the service: a request belongs to the host whose address its own begins with. */
  hosts: Deployment['hosts'];
  /** The application's endpoint of events: a request to it is an event. */
  webhooksTo?: string | undefined;
}

/** Reads an entry as an exchange. Undefined if it goes to another address. */
export function toExchange(entry: HarEntry, { hosts, webhooksTo }: ObservedAddresses): RawExchange | undefined {
  const { method, url } = entry.request;
  const isEvent = webhooksTo !== undefined && findTarget(url, webhooksTo) !== undefined;
  const found = isEvent ? { target: targetOf(url) } : findDestination(method, url, hosts);
  return found && { kind: isEvent ? 'event' : 'call', ...found, ...readMessages(entry) };
}

function findDestination(
  method: string,
  url: string,
  hosts: Deployment['hosts'],
): Pick<RawExchange, 'target' | 'host'> | undefined {
  const found = (Object.entries(hosts) as [HostName, string][]).flatMap(([host, address]) => {
    const target = findTarget(url, address);
    return target === undefined ? [] : [{ host, target }];
  });
  // The longest address leaves the shortest path. Several hosts may share one address.
  const shortest = Math.min(...found.map(({ target }) => target.length));
  const nearest = found.filter(({ target }) => target.length === shortest);
  return nearest.find(({ host, target }) => host === findHost(method, target)) ?? nearest[0];
}

/** Path and query below an address. Undefined if the URL is not below it. */
function findTarget(url: string, address: string): string | undefined {
  const [asked, base] = [URL.parse(url), new URL(address)];
  const path = withoutSlash(base.pathname);
  if (asked?.origin !== base.origin || !`${asked.pathname}/`.startsWith(`${path}/`)) return undefined;
  return `${asked.pathname.slice(path.length) || '/'}${asked.search}`;
}

const targetOf = (url: string): string => new URL(url).pathname + new URL(url).search;

type Messages = Omit<RawExchange, 'kind' | 'target' | 'host'>;

function readMessages({ startedDateTime, time = 0, request, response }: HarEntry): Messages {
  const { method, headers, postData, bodySize = 0 } = request;
  const messages = {
    startedAt: Date.parse(startedDateTime),
    durationInMs: Math.max(0, time),
    method,
    requestHeaders: toHeaders(headers),
    requestBody: toBody(postData, { isEmpty: postData === undefined && bodySize <= 0 }),
  };
  if (!response?.status) return { ...messages, failure: failureOf(response) };
  const { status, content } = response;
  const isEmpty = content?.size === 0 || method === 'HEAD' || status === 204 || status === 304;
  const isDecoded = ({ name }: HarHeader): boolean => name.toLowerCase() !== 'content-encoding';
  return {
    ...messages,
    response: { status, headers: toHeaders(response.headers.filter(isDecoded)), body: toBody(content, { isEmpty }) },
  };
}

/** The code that a browser notes, such as `net::ERR_FAILED`. */
const failureOf = (response: HarEntry['response']): string =>
  /^[\w:]{1,60}$/.exec(response?._error ?? '')?.[0] ?? 'NO_ANSWER';

/** Without the pseudo headers of HTTP/2, such as `:path`. */
const toHeaders = (headers: HarHeader[]): RawHeaders =>
  headers.filter(({ name }) => !name.startsWith(':')).map(({ name, value }) => [name, value]);

/** A body of which nothing was saved is empty only if the entry says so. */
function toBody(content: HarContent | undefined, { isEmpty }: { isEmpty: boolean }): CapturedBody {
  const { params = [], encoding } = content ?? {};
  const text = content?.text ?? (params.length > 0 ? toForm(params) : undefined);
  if (text === undefined) return { bytes: Buffer.alloc(0), isComplete: isEmpty };
  const bytes = Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  return { bytes: bytes.subarray(0, mostCapturedBytes), isComplete: bytes.length <= mostCapturedBytes };
}

function toForm(params: NonNullable<HarContent['params']>): string {
  const form = new URLSearchParams();
  for (const { name, value = '' } of params) form.append(name, value);
  return form.toString();
}
