import createClient from 'openapi-fetch';
import { EscrowError, fail } from '../errors/escrow-error.ts';
import { operationTable } from '../generated/operations.ts';
import type { OperationId } from '../operation-types.ts';
import { type CallOptions, completeCallOptions, type Timing } from '../options.ts';
import { complete } from '../rules/complete.ts';
import { type Deadline, withDeadline } from './deadline.ts';
import type { CallState, Observers } from './hooks.ts';
import type { HostName, TokenKind } from './operation.ts';
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

/** Sends a call: checked, with its token, again where that is safe, within one deadline. */
export async function send(
  transport: Transport,
  operationId: OperationId,
  given: Input | undefined,
  options: CallOptions = {},
  headers?: Headers,
): Promise<Exchange> {
  if (!Object.hasOwn(operationTable, operationId)) fail('configuration', `"${operationId}" is no operation.`);
  const call: CallState = { operationId, ...operationTable[operationId], attempts: 0, outcome: 'not-sent' };
  const completed = completeCallOptions(options, transport, call);
  const baseUrl = transport.hosts[call.host] ?? fail('configuration', `set hosts.${call.host}.`, call);
  const kind = completed.token ?? call.tokens.find((candidate) => transport.tokens[candidate]) ?? call.tokens[0];
  const token = kind && (transport.tokens[kind] ?? fail('configuration', `set tokens.${kind}.`, call));
  const input = complete<Input>({ properties: call.request ?? {} }, { path: {}, query: {}, ...given }, call);
  const client = createClient({ baseUrl }) as unknown as UntypedClient;
  const endsAt = performance.now() + completed.timeoutInMs;

  const attemptUntilSettled = async (deadline: Deadline): Promise<Result> => {
    let refusedToken: string | undefined;
    for (let retries = 0; ; ) {
      deadline.signal.throwIfAborted();
      const sentToken = await token?.take(deadline.over, refusedToken);
      const observed = new Headers(headers);
      transport.notify('onRequest', { call, attempt: call.attempts + 1, headers: observed });
      let result!: Result;
      await client.request(call.method, call.template, {
        params: { path: input.path, query: input.query },
        body: input.body,
        parseAs: 'stream',
        redirect: 'manual',
        signal: deadline.signal,
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
          result = await sendOnce(request, transport.fetch ?? fetch, call.host);
          if (before !== 'unknown') call.outcome = result.outcome;
          return new Response();
        },
      });
      deadline.signal.throwIfAborted();
      const reason = result.response?.status ?? 'connection';
      const delayInMs = retryDelayInMs(call, result, retries, completed.retry);
      transport.log('debug', `${operationId}: ${reason}`, { operationId, attempt: call.attempts, delayInMs });
      if (reason === 401 && token?.canRefresh && !refusedToken) {
        refusedToken = sentToken;
        continue;
      }
      if (performance.now() + delayInMs >= endsAt) return result;
      retries++;
      await deadline.wait(delayInMs);
    }
  };

  transport.notify('onStart', call);
  try {
    const answer = await withDeadline(completed.timeoutInMs, completed.signal, attemptUntilSettled);
    if (answer instanceof EscrowError) throw answer;
    const { status, headers } = answer.response;
    transport.notify('onEnd', { call, status, headers });
    return { ...answer, call };
  } catch (failure) {
    const { code, message, cause } =
      failure instanceof EscrowError
        ? failure
        : new EscrowError('configuration', 'failed, see the cause.', { cause: failure });
    const error = new EscrowError(code, message, { ...call, cause });
    transport.notify('onEnd', { call, error });
    throw error;
  }
}
