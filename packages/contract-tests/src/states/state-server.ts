import type { IncomingMessage, ServerResponse } from 'node:http';
import { isLoopback } from '@escrow-kit/shared/this-machine';
import { readBytes } from '../deployment/exchange.ts';
import { type LocalServer, startLocalServer } from '../deployment/local-server.ts';
import { parseJson } from '../deployment/text.ts';
import { MissingInputError } from './calls.ts';
import { StateRequestError } from './catalogue.ts';

/** What a server of states needs. */
interface StateServerOptions {
  /** Default: a free one. */
  port?: number;
  /** Sets up a state and returns its values. */
  setUp(name: string, parameters: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Removes secrets from a message. */
  redact(message: string): string;
  /** Receives the message of each refusal, because verifiers show only its status. */
  onRefusal(message: string): void;
}

/**
 * Starts the server behind `providerStatesSetupUrl`. It answers with the values of a state, or with a 4xx and a message: after a 5xx,
 * Pact repeats its request for minutes. Only verifiers on this machine may call it, not pages in a browser, because the values
 * include credentials.
 */
export function startStateServer({ port, setUp, redact, onRefusal }: StateServerOptions): Promise<LocalServer> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const { state, parameters } = await readStateRequest(request);
      const values = state === '' ? {} : await setUp(state, parameters).catch((error) => refuseState(state, error));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(values));
    } catch (error) {
      if (request.destroyed && !request.complete) return;
      const { status, message } = error as Refusal;
      const shown = redact(message);
      onRefusal(shown);
      // The rest of a body may be unread.
      response.writeHead(status ?? 400, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
      response.end(`${shown}\n`);
    }
  };
  return startLocalServer((request, response) => void answer(request, response), port);
}

/** A refused request. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

function refuseState(name: string, error: Error): never {
  if (error instanceof StateRequestError) throw error;
  const reason = error.message.replace(/\.?$/, '.');
  const remedy = error instanceof MissingInputError ? 'Set it for' : 'Check the service and the options of';
  throw new Refusal(409, `The state "${name}" cannot be set up: ${reason} ${remedy} contract-tests states.`);
}

/** Reads which state to set up; an empty one if there is nothing to do. */
async function readStateRequest(
  request: IncomingMessage,
): Promise<{ state: string; parameters: Record<string, unknown> }> {
  if (isForeign(request))
    throw new Refusal(403, 'Only this machine can set up states. Call 127.0.0.1 or localhost, not from a web page.');
  if (request.method !== 'POST') throw new Refusal(405, `${request.method} is not allowed. Send POST.`);
  // The decoder leaves out a byte order mark.
  const body = parseJson(new TextDecoder().decode(await readBytes(request)));
  const { state, action, params } = isObject(body) ? body : {};
  // Absent values may be null.
  const parameters = params ?? {};
  if (typeof state === 'string' && isObject(parameters))
    return { state: action === 'teardown' ? '' : state, parameters };
  throw new Refusal(400, 'The body is malformed. Send {"state": "a linked customer", "params": {}}.');
}

/** A page of another site has this machine's name only if it was made to resolve to it, and its browser names its origin. */
function isForeign({ headers }: IncomingMessage): boolean {
  const host = URL.parse(`http://${headers.host}`)?.hostname ?? '';
  return !isLoopback(host) || headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
