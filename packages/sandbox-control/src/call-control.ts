import { fillPath } from '@escrow-kit/spec';
import { ControlError } from './control-error.ts';
import type { ControlBody, ControlOperationId, ControlQuery, ControlResult, ControlSchema } from './control-types.ts';
import { controlOperations } from './document.ts';

/** Which tenant of which sandbox to control, and how to reach it. */
export interface ControlTarget {
  /** The origin of the sandbox, such as `http://127.0.0.1:4020`. */
  url: string;
  tenant: string;
  /** Required if the sandbox has one. */
  controlToken?: string | undefined;
  /** Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch | undefined;
}

/** The input of a call, without the tenant. */
interface ControlParts<Id extends ControlOperationId> {
  path?: Record<string, string>;
  query?: ControlQuery<Id> | undefined;
  body?: ControlBody<Id>;
}

/** Makes a call of the control API. Throws a {@link ControlError} if it is refused, gets no answer or cannot be sent. */
export type CallControl = <Id extends ControlOperationId>(
  id: Id,
  parts?: ControlParts<Id>,
) => Promise<ControlResult<Id>>;

/** Creates the function that makes calls for one tenant. */
export function createCallControl(target: ControlTarget): CallControl {
  return async (id, parts = {}) => (await send(target, id, parts)) as ControlResult<typeof id>;
}

async function send<Id extends ControlOperationId>(
  target: ControlTarget,
  id: Id,
  { path, query, body }: ControlParts<Id>,
): Promise<unknown> {
  const { tenant, controlToken, fetch = globalThis.fetch } = target;
  const operation = controlOperations.find((known) => known.id === id);
  if (!operation) throw notSent(`The control API has no operation ${id}.`);
  const url = urlOf(target, toTarget(operation.path, { ...path, tenant }, query));
  const { status, ok, text } = await reach(fetch, url, {
    method: operation.method,
    headers: {
      ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (text === undefined) {
    throw notSent(`${url.origin} answered with more than ${limitInBytes} bytes. Check that it is a sandbox.`);
  }
  const answer = parseAnswer(text);
  if (ok && answer !== undefined) return answer;
  const problem = answer as Partial<ControlSchema<'Problem'>> | undefined;
  throw new ControlError({ ...problem, status, message: problem?.message ?? foreignAnswer(url, status) });
}

/** The most bytes of an answer, decoded: above a page of the longest requests, which is the longest. */
const limitInBytes = 256 * 1024 * 1024;

const notSent = (message: string, options?: ErrorOptions) => new ControlError({ status: 0, message }, options);

const foreignAnswer = ({ origin }: URL, status: number): string =>
  `${origin} answered ${status}, but is not a sandbox. Check the address.`;

function toTarget(template: string, path: Record<string, string>, query: object = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  try {
    const filled = fillPath(template, path);
    return search.size > 0 ? `${filled}?${search}` : filled;
  } catch (cause) {
    throw notSent((cause as Error).message, { cause });
  }
}

function urlOf({ url }: ControlTarget, target: string): URL {
  if (URL.canParse(target, url)) return new URL(target, url);
  throw notSent('url: set it to the address of the sandbox, such as http://127.0.0.1:4020.');
}

async function reach(
  fetch: typeof globalThis.fetch,
  url: URL,
  request: RequestInit,
): Promise<{ status: number; ok: boolean; text: string | undefined }> {
  try {
    const response = await fetch(url, request);
    return { status: response.status, ok: response.ok, text: await readText(response) };
  } catch (cause) {
    const reason = describeProxyFailure(cause, url) ?? 'Start it in another terminal: npx @escrow-kit/sandbox';
    throw notSent(`No sandbox answers at ${url.origin}. ${reason}`, { cause });
  }
}

/** The reason if Node's `fetch` failed at a proxy from the environment. Undefined if the error does not show one. */
function describeProxyFailure(error: unknown, url: URL): string | undefined {
  const cause = Object(Object(error).cause);
  const isHttps = url.protocol === 'https:';
  const check = `Check ${isHttps ? 'HTTPS_PROXY' : 'HTTP_PROXY'} and NO_PROXY.`;
  if (Object(cause.cause).code === 'UND_ERR_ABORTED') return `The proxy refused to connect. ${check}`;
  // A name has one error for each of its addresses.
  const { hostname, address, port } = Object(cause.errors?.[0] ?? cause);
  const isOtherPort = typeof port === 'number' && port !== (Number(url.port) || (isHttps ? 443 : 80));
  if (hostname === undefined ? !isOtherPort : hostname === url.hostname) return undefined;
  const place = hostname ?? `${address?.includes(':') ? `[${address}]` : address}:${port}`;
  return `The proxy at ${place} does not answer. ${check}`;
}

/** The object of a JSON text; undefined for anything else, which is not a sandbox's answer. */
function parseAnswer(text: string): object | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** The text of an answer; undefined if it is longer than the limit. Then its connection ends. */
async function readText({ body }: Response): Promise<string | undefined> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return texts.join('') + decoder.decode();
    length += value.length;
    if (length > limitInBytes) {
      // The caller does not need to wait for the end.
      reader.cancel().catch(() => {});
      return undefined;
    }
    texts.push(decoder.decode(value, { stream: true }));
  }
}
