import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { findOperation } from '@escrow-kit/spec';
import { withoutSlash } from '../deployment/build-request.ts';
import type { SentRequest } from '../deployment/exchange.ts';
import { startLocalServer } from '../deployment/local-server.ts';
import { parseJson } from '../deployment/parse-json.ts';
import { readRequest } from '../deployment/read-answer.ts';
import type { StateContext } from '../state-handlers/context.ts';
import type { Progress } from './progress.ts';

/** A server in front of every host of a deployment. */
export interface ProviderServer {
  /** Opens an address for one check. */
  open(progress: Progress): string;
  close(): Promise<void>;
}

/** Headers of one connection, and headers that `fetch` sets itself. */
const hopHeaders = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'];

const droppedFromRequests = new Set([...hopHeaders, 'accept-encoding']);

/** The body is decoded here. */
const droppedFromAnswers = new Set([...hopHeaders, 'content-encoding']);

/**
 * Starts the server on a free port of this machine. It sets up states, returns messages, forwards each other request to the host that
 * the document names for its operation, and collects the secrets in the answers. Each check has an address of its own, so that no
 * request is mistaken for another check's. If its state is not set up, or the host gives no answer, it answers 502.
 */
export async function startProviderServer({ deployment, secrets, send }: StateContext): Promise<ProviderServer> {
  const checks: Progress[] = [];
  const { url, close } = await startLocalServer((request, response) => {
    // The target is an index and a path, such as `/12/_state`.
    const [, index = '', path = '/'] = /^\/(\d+)(.*)$/.exec(request.url ?? '') ?? [];
    const progress = checks[Number(index)];
    if (!progress) return void response.writeHead(502).end();
    answer(new URL(path, 'http://provider'), { request, response, progress }).catch((error: unknown) => {
      progress.noteFailure(error);
      response.writeHead(502).end();
    });
  });
  return { open: (progress) => `${url}/${checks.push(progress) - 1}`, close };

  async function answer(target: URL, { request, response, progress }: Received): Promise<void> {
    const body = (await readRequest(request)).toString();
    if (target.pathname === '/_state') return answerState(body, { response, progress });
    if (target.pathname === '/_message') return answerMessage({ response, progress });
    // The check can't be made any more, for a reason that is noted. Pact asks all the same, and any answer will do.
    if (progress.notes.reason) return void response.writeHead(502).end();
    const method = request.method ?? 'GET';
    const operation = findOperation(method, target.pathname)?.operation;
    const base = operation && deployment.hosts[operation.host];
    if (!base) throw new Error(`no host is given for ${method} ${target.pathname}`);
    const sent: SentRequest = {
      url: `${withoutSlash(base)}${target.pathname}${target.search}`,
      method,
      headers: keepHeaders(request.headers, droppedFromRequests),
      ...(body !== '' && { body }),
    };
    const { notes } = progress;
    notes.exchange = { request: sent };
    const answered = await send(sent, { operationId: operation.id, waitsAfter429: !progress.isLimitExpected() });
    secrets.addFromBody(answered.body);
    notes.exchange = { request: sent, answer: answered };
    notes.answerText = answered.body;
    const headers = { ...keepHeaders(answered.headers, droppedFromAnswers), ...mediaTypeOf(answered.body) };
    response.writeHead(answered.status, headers).end(answered.body);
  }
}

/** A request to the address of a check. */
interface Received {
  request: IncomingMessage;
  response: ServerResponse;
  progress: Progress;
}

type Answering = Omit<Received, 'request'>;

/** Answers with the values of a state. Pact also asks for a state without a name, and for the end of each state. */
async function answerState(sent: string, { response, progress }: Answering): Promise<void> {
  const { action, state: name, params = {} } = JSON.parse(sent);
  const values = name && action === 'setup' ? await progress.setUpState({ name, params }) : {};
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(values));
}

/** Answers with a message as Pact reads it: its headers are JSON in one header. */
function answerMessage({ response, progress }: Answering): void {
  const { body = '', metadata = {} } = progress.takeMessage() ?? {};
  response.setHeader('content-type', metadata['contentType'] || 'application/json');
  response.setHeader('pact-message-metadata', Buffer.from(JSON.stringify(metadata)).toString('base64'));
  response.end(body);
}

/** Bodies are JSON, but their media type is not shown, and Pact reads only `application/json`. */
function mediaTypeOf(text: string): Record<string, string> {
  return parseJson(text) === undefined ? {} : { 'content-type': 'application/json' };
}

function keepHeaders(headers: IncomingHttpHeaders, dropped: ReadonlySet<string>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !dropped.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}
