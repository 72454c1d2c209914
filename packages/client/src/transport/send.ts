import createClient from 'openapi-fetch';
import { EscrowError, fail } from '../errors/escrow-error.ts';
import type { OperationId } from '../operation-types.ts';
import { type CallOptions, completeCallOptions, type Timing } from '../options.ts';
import { complete } from '../rules/complete.ts';
import { type Deadline, withDeadline } from './deadline.ts';
import type { CallState, Observers } from './hooks.ts';
import type { HostName, TokenKind } from './operation.ts';
import { operationOf } from './operation-of.ts';
import { retryDelayInMs } from './retry.ts';
import { type Answer, type Result, sendOnce } from './send-once.ts';
import type { TokenCache } from './tokens.ts';

/** What the transport of a client is made of. */
export interface Transport extends Observers, Timing {
  hosts: Partial<Record<HostName, string>>;
  tokens: Partial<Record<TokenKind, TokenCache>>;
  fetch?: (request: Request) => Promise<Response>;
}

/** What an operation is given. */
export interface Input {
  path?: unknown;
  query?: unknown;
  body?: unknown;
}

/** The part of openapi-fetch that is called here, where the operation is known at run time only. */
interface UntypedClient {
  request(method: string, template: string, options: object): Promise<unknown>;
}

/** An answer, and the call that got it. */
export interface Exchange extends Answer {
  call: CallState;
}

function chooseToken(call: CallState, tokens: Transport['tokens'], chosen?: TokenKind): TokenCache | undefined {
  const kind = chosen ?? call.tokens.find((candidate) => tokens[candidate]) ?? call.tokens[0];
  return kind && (tokens[kind] ?? fail('configuration', `set tokens.${kind}.`, call));
}

/** Sends a call: checked, with its token, again where that is safe, within one deadline. */
export async function send(
  { hosts, tokens, notify, log, fetch = globalThis.fetch, ...timing }: Transport,
  operationId: OperationId,
  { path = {}, query = {}, body }: Input = {},
  options: CallOptions = {},
  headers?: Headers,
): Promise<Exchange> {
  const call: CallState = { operationId, ...operationOf(operationId), attempts: 0, outcome: 'not-sent' };
  const { token: kind, timeoutInMs, retry, signal: callerSignal } = completeCallOptions(options, timing, call);
  const baseUrl = hosts[call.host] ?? fail('configuration', `set hosts.${call.host}.`, call);
  const token = chooseToken(call, tokens, kind);
  const input: Input = complete({ properties: call.request ?? {} }, { path, query, body }, call);
  const client = createClient({ baseUrl }) as unknown as UntypedClient;
  const endsAt = performance.now() + timeoutInMs;

  /** Sends one request, which openapi-fetch builds. */
  const attempt = async (sentToken: string | undefined, signal: AbortSignal): Promise<Result> => {
    const observed = new Headers(headers);
    notify('onRequest', { call, attempt: call.attempts + 1, headers: observed });
    let result = {} as Result;
    await client.request(call.method, call.template, {
      params: input,
      body: input.body,
      parseAs: 'stream',
      redirect: 'manual',
      signal,
      headers: {
        ...Object.fromEntries(observed),
        accept: 'application/json',
        // Null takes away what a hook may have set.
        authorization: sentToken ? `Bearer ${sentToken}` : null,
        'content-type': call.encoding,
      },
      async fetch(request: Request) {
        const before = call.outcome;
        call.attempts++;
        // Until there is proof of something better.
        call.outcome = 'unknown';
        result = await sendOnce(request, fetch, call.host);
        if (before !== 'unknown') call.outcome = result.outcome;
        return new Response();
      },
    });
    return result;
  };

  const attemptUntilSettled = async ({ signal, over, wait }: Deadline): Promise<Answer> => {
    let refusedToken: string | undefined;
    for (let retries = 0; ; ) {
      signal.throwIfAborted();
      const sentToken = await token?.take(over, refusedToken);
      const result = await attempt(sentToken, signal);
      signal.throwIfAborted();
      const reason = result.response?.status ?? 'connection';
      const delayInMs = retryDelayInMs(call, result, retries, retry);
      log('debug', `${operationId}: ${reason}`, { operationId, attempt: call.attempts, delayInMs });
      if (reason === 401 && token?.canRefresh && !refusedToken) {
        refusedToken = sentToken;
        continue;
      }
      if (performance.now() + delayInMs >= endsAt) {
        if (result instanceof EscrowError) throw result;
        return result;
      }
      retries++;
      await wait(delayInMs);
    }
  };

  notify('onStart', call);
  try {
    const answer = await withDeadline(timeoutInMs, callerSignal, attemptUntilSettled);
    const { status, headers } = answer.response;
    notify('onEnd', { call, status, headers });
    return { ...answer, call };
  } catch (failure) {
    const { code, message, cause } =
      failure instanceof EscrowError
        ? failure
        : new EscrowError('configuration', 'failed, see the cause.', { cause: failure });
    const error = new EscrowError(code, message, { ...call, cause });
    notify('onEnd', { call, error });
    throw error;
  }
}
