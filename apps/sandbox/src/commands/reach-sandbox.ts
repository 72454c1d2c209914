import { type Control, type ControlSchema, createControl } from '@escrow-kit/sandbox-control';
import { fillPath } from '@escrow-kit/spec';
import { failure, type Target } from './target.ts';

const limitInMs = 30_000;

/** The most bytes of an operation's answer. */
const limitInBytes = 1024 * 1024;

/** `fetch` with a time limit. It follows no redirect, which may lead to another machine. */
function fetchHere(url: Parameters<typeof fetch>[0], { signal, ...request }: RequestInit = {}): Promise<Response> {
  const signals = [AbortSignal.timeout(limitInMs), ...(signal ? [signal] : [])];
  return fetch(url, { ...request, redirect: 'manual', signal: AbortSignal.any(signals) });
}

/** Creates the control of a tenant. `signal` ends its calls. */
export function openControl(target: Target, signal?: AbortSignal): Control {
  const send: typeof fetch = async (url, request) =>
    explainRefusal(await fetchHere(url, { ...request, ...(signal && { signal }) }));
  return createControl(target.url, { ...target, fetch: send });
}

/** An answer of the control API. If the control token is wrong, it names the variable instead of the header. */
function explainRefusal(response: Response): Response {
  if (response.status !== 401) return response;
  const message = 'This sandbox needs a control token. Set SANDBOX_CONTROL_TOKEN.';
  return Response.json({ error: 'unauthorized', message }, { status: 401 });
}

type Described = ControlSchema<'ServiceDescription'>['operations'][number];

/** What it takes to call an operation of the service. */
type Operation = Pick<Described, 'operationId' | 'method' | 'path' | 'tokenKinds' | 'mediaType'>;

/** What to send to an operation. */
export interface OperationInput {
  path?: Record<string, string> | undefined;
  query?: Record<string, string> | undefined;
  body?: unknown;
}

/** Calls an operation, and returns its answer; the body is null if it is empty, or that of a refusal and not JSON. */
export async function callOperation(
  { url, tokens }: { url: string; tokens: object },
  { operationId, method, path: template, tokenKinds, mediaType }: Operation,
  { path = {}, query, body }: OperationInput,
): Promise<{ ok: boolean; status: number; body: unknown }> {
  const token = Object.entries(tokens).find(([kind]) => tokenKinds.includes(kind))?.[1];
  const address = new URL(`${fillPath(template, path)}?${new URLSearchParams(query)}`, url);
  const isJson = mediaType === 'application/json';
  const answer = fetchHere(address, {
    method,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(mediaType && { 'content-type': mediaType }) },
    ...(body !== undefined && { body: isJson ? JSON.stringify(body) : String(new URLSearchParams(Object(body))) }),
  }).then(async ({ ok, status, body: stream }) => ({ ok, status, text: await readText(stream) }));
  const { ok, status, text } = await answer.catch((cause: unknown) => {
    throw failure(`${operationId} got no answer. Check that the sandbox is running and has no fault: ${url}`, cause);
  });
  if (text === undefined) throw failure(`${operationId} answered with more than ${limitInBytes} bytes.`);
  try {
    return { ok, status, body: text === '' ? null : JSON.parse(text) };
  } catch (cause) {
    if (ok) throw failure(`${operationId} answered ${status} with a body that is not JSON.`, cause);
    return { ok, status, body: null };
  }
}

/** The text of an answer; undefined if it is longer than the limit. Then its connection ends. */
async function readText(stream: Response['body']): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of stream ?? []) {
    length += chunk.length;
    if (length > limitInBytes) return undefined;
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
