import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { findOperation } from '@escrow-kit/spec';
import { startLocalServer } from '../../src/deployment/local-server.ts';

/** A host in front of a sandbox. */
export interface Host {
  /** An address with a path. */
  url: string;
  /** The hosts that the document names for the received operations; `none` for what is no operation below the path. */
  seen: ReadonlySet<string>;
  close(): Promise<void>;
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
  changeAnswer?: ((answer: HostAnswer, operationId: string | undefined) => HostAnswer | undefined) | undefined;
}

/** Starts a host that forwards requests below its path, changed and delayed. */
export async function startHost(
  target: string,
  { hangsAt, delayInMs = 0, changeAnswer = (answer) => answer }: HostOptions = {},
): Promise<Host> {
  const seen = new Set<string>();
  const { url, close } = await startLocalServer(async (request, response) => {
    const path = (request.url ?? '').replace(/^\/base/, '');
    const { method = '', headers } = request;
    const operation = findOperation(method, path.split('?')[0] ?? '')?.operation;
    // The address itself is requested to see whether anything answers.
    if (path !== '/') seen.add(operation?.host ?? 'none');
    if (operation && operation.id === hangsAt) return;
    await pause(delayInMs);
    const body = await text(request);
    const { authorization = '', 'content-type': type = '' } = headers;
    const sent = Object.entries({ authorization, 'content-type': type }).filter(([, value]) => value !== '');
    const answered = await fetch(`${target}${path}`, { method, headers: sent, ...(body !== '' && { body }) });
    const cameAs = answered.headers.get('content-type');
    const answer = changeAnswer(
      { status: answered.status, headers: cameAs ? { 'content-type': cameAs } : {}, body: await answered.text() },
      operation?.id,
    );
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body);
    else response.destroy();
  });
  return { url: `${url}/base/`, seen, close };
}
