import type { Answer } from '../errors/api-error.ts';
import { configurationError, EscrowError, type Progress } from '../errors/escrow-error.ts';
import { operationTable } from '../generated/operations.ts';
import type { OperationId } from '../operation-types.ts';
import { checkCallOptions } from '../options.ts';
import { startDeadline } from './deadline.ts';
import type { CallInfo, Observers } from './hooks.ts';
import type { HostName, TokenKind } from './operation.ts';
import { type CallParameters, prepareBody } from './prepare-body.ts';
import { chooseRetry, type RetryOptions } from './retry.ts';
import { sendUntilSettled } from './send-until-settled.ts';
import type { TokenCache } from './tokens.ts';

/** What may be set for one call. */
export interface CallOptions {
  /** The deadline over all requests of the call. Default: the client's. */
  timeoutInMs?: number;
  /** How a failed request is sent again. Default: the client's. */
  retry?: RetryOptions;
  /** Ends the call early, with the code `aborted`. */
  signal?: AbortSignal;
  /** The token to send, where the operation takes more than one kind (AUTH-8). Default: the first that is set. */
  token?: TokenKind;
}

/** What the transport of a client is made of. */
export interface Transport extends Observers {
  hosts: Partial<Record<HostName, string>>;
  tokens: Partial<Record<TokenKind, TokenCache>>;
  timeoutInMs: number;
  retry: RetryOptions;
  fetch: (request: Request) => Promise<Response>;
}

/** An answer, and what it took to get it. */
export interface Exchange {
  answer: Answer;
  progress: Progress;
}

function chooseToken(progress: Progress, tokens: Transport['tokens'], chosen?: TokenKind): TokenCache | undefined {
  const accepted = operationTable[progress.operationId].tokens;
  const kind = chosen ?? accepted.find((candidate) => tokens[candidate]) ?? accepted[0];
  if (!kind) return undefined;
  if (!accepted.includes(kind)) {
    throw configurationError(`options.token must be ${accepted.join(' or ') || 'left out'}.`, progress);
  }
  const token = tokens[kind];
  if (!token) throw configurationError(`set tokens.${kind}.`, progress);
  return token;
}

/** Sends a call: checked, with its token, again where that is safe, within one deadline. */
export async function send(
  transport: Transport,
  operationId: OperationId,
  request: Request,
  parameters: CallParameters,
  options: CallOptions = {},
): Promise<Exchange> {
  const { host, method, template: pathTemplate, replacedBy } = operationTable[operationId];
  const { hooks, logger } = transport;
  checkCallOptions(options);
  const progress: Progress = { operationId, host, attempts: 0, outcome: 'not-sent' };
  if (!transport.hosts[host]) throw configurationError(`set hosts.${host}.`, progress);
  const info: CallInfo = { operationId, method, host, origin: new URL(request.url).origin, pathTemplate };
  const token = chooseToken(progress, transport.tokens, options.token);
  const body = prepareBody(operationId, parameters, await request.text());
  const deadline = startDeadline(options.timeoutInMs ?? transport.timeoutInMs, request.signal);
  const retry = chooseRetry(transport.retry, options.retry ?? {});
  if (replacedBy) logger.warn(`${operationId} is deprecated: use ${replacedBy} (LEGACY-4)`, { operationId });
  const startedAt = performance.now();
  let end: { status?: number; error?: EscrowError } = {};
  hooks.onStart(info);
  try {
    const answer = await sendUntilSettled(transport, { info, request, body, token, deadline, retry, progress });
    end = { status: answer.status };
    return { answer, progress };
  } catch (failure) {
    const { code, message, cause } =
      failure instanceof EscrowError ? failure : new EscrowError('connection', 'failed.');
    const error = new EscrowError(code, message, { ...progress, cause });
    end = { error };
    throw error;
  } finally {
    deadline.clear();
    hooks.onEnd({ call: info, attempts: progress.attempts, durationInMs: performance.now() - startedAt, ...end });
  }
}
