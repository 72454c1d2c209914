import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { eventSignature, findOperation } from '@escrow-kit/spec';
import { type Answer, readBytes, type SentRequest, withoutSlash } from '../deployment/exchange.ts';
import { startLocalServer } from '../deployment/local-server.ts';
import { NoAnswerError } from '../deployment/send.ts';
import { parseJson } from '../deployment/text.ts';
import type { Evidence } from '../judge/judge.ts';
import type { Reason } from '../judge/verification.ts';
import { type Interaction, operationOf, valueNamesOf } from '../pacts/pacts.ts';
import { MissingInputError, SetUpError } from '../states/calls.ts';
import { setUpState } from '../states/catalogue.ts';
import type { StateContext } from '../states/context.ts';
import type { SentEvent } from '../states/events.ts';
import { createStateHandlers } from '../states/handlers.ts';

/** An interaction that is verified, and what is known about it. */
export interface Check {
  interaction: Interaction;
  consumer: string;
  evidence: Evidence;
}

/** A server between Pact's verifier and every host of a deployment. */
interface ProviderServer {
  /** Opens an address for a run of Pact's, which makes these checks one after the other. */
  open(checks: readonly Check[]): string;
  close(): Promise<void>;
}

/** The parameter of a state with the description of its check, because Pact does not name the current interaction. */
export const checkParameter = 'check';

/** Headers of one connection, headers that `fetch` sets, and the encoding of bodies, which are decoded here. */
const droppedHeaders = new Set([
  ...['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'],
  ...['accept-encoding', 'content-encoding', 'user-agent'],
]);

const tooManyRequests = 429;

/** Answers a request of a run to the path behind its address. */
type Run = (path: string, request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** Starts the server on a free port of this machine. `onOpen` gets each check when it begins. */
export async function startProviderServer(
  context: StateContext,
  onOpen: (check: Check) => void,
): Promise<ProviderServer> {
  const runs: Run[] = [];
  const { url, close } = await startLocalServer((request, response) => {
    // The target is the index of a run and a path, such as `/3/_state`.
    const [, index = '', path = '/'] = /^\/(\d+)(.*)$/.exec(request.url ?? '') ?? [];
    const answered = runs[Number(index)]?.(path, request, response) ?? Promise.reject(new Error('no such run'));
    answered.catch(() => response.writeHead(502).end());
  });
  return { open: (checks) => `${url}/${runs.push(createRun(context, { checks, onOpen })) - 1}`, close };
}

/**
 * Answers the requests of a run: sets up states, returns messages, forwards each other request to the host of its operation, and
 * collects the secrets in the answers. Adds evidence to the check.
 *
 * A run has no check, or the check that its last state has opened. A state is always answered with 200, because Pact retries for
 * minutes after a 5xx. If it fails, the reason is stored, and the next request is answered with 502 instead of being sent.
 */
function createRun(
  context: StateContext,
  { checks, onOpen }: { checks: readonly Check[]; onOpen: (check: Check) => void },
): Run {
  let check: Check | undefined;
  return async (path, request, response) => {
    const body = (await readBytes(request)).toString();
    if (path === '/_state') {
      const values = JSON.stringify(await setUp(JSON.parse(body)));
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(values);
    }
    // Pact asks even if the check has failed for a stored reason. Then any answer will do.
    if (!check || check.evidence.reason) return void response.writeHead(502).end();
    const { evidence } = check;
    try {
      if (path === '/_message') return answerMessage(response, evidence.event);
      const { method = 'GET', headers } = request;
      const { pathname, search } = new URL(path, 'http://provider');
      const operation = findOperation(method, pathname)?.operation;
      const base = operation && context.deployment.hosts[operation.host];
      if (!base) throw new Error(`no host for ${method} ${pathname}`);
      const url = `${withoutSlash(base)}${pathname}${search}`;
      const answer = await send(check, { url, method, headers: keepHeaders(headers), ...(body !== '' && { body }) });
      // Bodies are JSON, but their media type is not shown, and Pact reads only this one.
      const mediaType = parseJson(answer.body) === undefined ? {} : { 'content-type': 'application/json' };
      response.writeHead(answer.status, { ...keepHeaders(answer.headers), ...mediaType }).end(answer.body);
    } catch (error) {
      evidence.reason = toReason(error, operationOf(check.interaction));
      response.writeHead(502).end();
    }
  };

  /** Sets up a state and returns its values; none if that fails, or for a teardown. */
  async function setUp({ action, state, params }: StateRequest): Promise<Record<string, unknown>> {
    if (action !== 'setup') return {};
    const { [checkParameter]: description, ...parameters } = params ?? {};
    if (description !== undefined) {
      check = checks.find(({ interaction }) => interaction.description === description);
      if (check) {
        check.evidence = { values: {} };
        onOpen(check);
      }
    }
    const { evidence } = check ?? {};
    if (!evidence) return {};
    try {
      const onEvent = (event: SentEvent) => {
        evidence.event = event;
      };
      const values = await setUpState(createStateHandlers(context, onEvent), state, parameters);
      evidence.values = { ...evidence.values, ...values };
      return values;
    } catch (error) {
      evidence.reason ??= toReason(error);
      return {};
    }
  }

  /** Sends the request of a check. Throws if there is no answer. */
  async function send({ interaction, evidence }: Check, request: SentRequest): Promise<Answer> {
    // Pact would silently send the example of the pact.
    const lost = valueNamesOf(interaction).find((name) => evidence.values[name] === undefined);
    if (lost !== undefined) throw new SetUpError(`it returned no value "${lost}"`);
    evidence.exchange = { request };
    const waitsAfter429 = interaction.response?.status !== tooManyRequests;
    const answer = await context.send(request, { waitsAfter429 });
    context.secrets.addFromBody(answer.body);
    evidence.exchange = { request, answer };
    return answer;
  }
}

interface StateRequest {
  action: 'setup' | 'teardown';
  state: string;
  params?: Record<string, unknown>;
}

function keepHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !droppedHeaders.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]));
}

/** Answers with the last attempt of an event as Pact reads a message: its headers are JSON in one header. */
function answerMessage(response: ServerResponse, event: SentEvent | undefined): void {
  const { bytes = '', headers = {} } = event?.attempts.at(-1) ?? {};
  const contentType = headers['content-type'] ?? '';
  const name = eventSignature?.header ?? '';
  const metadata = { contentType, ...(name !== '' && { [name]: String(headers[name.toLowerCase()] ?? '') }) };
  response.setHeader('content-type', contentType || 'application/json');
  response.setHeader('pact-message-metadata', Buffer.from(JSON.stringify(metadata)).toString('base64'));
  response.end(bytes);
}

/** `call` is the operation of the check, if its own request failed. */
function toReason(error: unknown, call?: string): Reason {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof NoAnswerError && error.kind === 'not-the-service')
    return { kind: error.kind, text: call === undefined ? text : `${call}: ${text}` };
  if (error instanceof MissingInputError || error instanceof NoAnswerError) return { kind: error.kind, text };
  const { operationId, cause } = error instanceof SetUpError ? error : {};
  const kind = cause instanceof NoAnswerError ? cause.kind : 'set-up';
  return { kind, text: `set-up failed: ${text}`, ...(operationId && { operationId }) };
}
