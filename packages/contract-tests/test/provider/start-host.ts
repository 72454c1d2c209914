import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { findOperation } from '@escrow-kit/spec';
import { startLocalServer } from '../../src/deployment/local-server.ts';

/** A host in front of a sandbox. */
export interface Host {
  /** An address with a path. */
  url: string;
  /**
   * The hosts that the document names for the received operations; `none` for a request that is not an operation or not below
   * the path.
   */
  seen: ReadonlySet<string>;
  /** The most requests at the same time. */
  mostAtOnce(): number;
  close(): Promise<void>;
}

/** A request that a host forwards. */
interface HostCall {
  /** Undefined for a request that is not an operation. */
  operationId: string | undefined;
  authorization: string | undefined;
  body: string;
}

/** An answer that a host passes on. */
export interface HostAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** What a host does with answers. */
export interface HostOptions {
  /** The operation that is never answered. */
  hangsAt?: string;
  /** How long each answer takes. Default: 0. */
  delayInMs?: number;
  /** Without a result the connection breaks off. */
  changeAnswer?: ((answer: HostAnswer, call: HostCall) => HostAnswer | undefined) | undefined;
}

/** Starts a host that forwards requests below its path, changed and delayed. */
export async function startHost(
  target: string,
  { hangsAt, delayInMs = 0, changeAnswer = (answer) => answer }: HostOptions = {},
): Promise<Host> {
  const seen = new Set<string>();
  let open = 0;
  let most = 0;
  const { url, close } = await startLocalServer(async (request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => {
      open -= 1;
    });
    const path = (request.url ?? '').replace(/^\/base/, '');
    const method = request.method ?? '';
    const operation = findOperation(method, path.split('?')[0] ?? '')?.operation;
    // The address itself is requested to see whether anything answers.
    if (path !== '/') seen.add(operation?.host ?? 'none');
    if (operation && operation.id === hangsAt) return;
    await pause(delayInMs);
    const { authorization, 'content-type': contentType } = request.headers;
    const call = { operationId: operation?.id, authorization, body: await text(request) };
    const answer = changeAnswer(await forward(`${target}${path}`, { method, contentType, ...call }), call);
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
    else response.destroy();
  });
  return { url: `${url}/base/`, seen, mostAtOnce: () => most, close };
}

async function forward(
  url: string,
  { method, contentType, authorization, body }: HostCall & { method: string; contentType: string | undefined },
): Promise<HostAnswer> {
  const answered = await fetch(url, {
    method,
    headers: { ...(authorization && { authorization }), ...(contentType && { 'content-type': contentType }) },
    ...(body !== '' && { body }),
  });
  const type = answered.headers.get('content-type');
  return { status: answered.status, headers: type ? { 'content-type': type } : {}, body: await answered.text() };
}
