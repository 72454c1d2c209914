import { EscrowError, fail, type Progress } from '../errors/escrow-error.ts';
import { operationTable } from '../generated/operations.ts';
import type { OperationId } from '../operation-types.ts';
import { type CallOptions, completeCallOptions, type Timing } from '../options.ts';
import type { Input } from '../rules/complete-input.ts';
import { startDeadline } from './deadline.ts';
import type { CallInfo, Observers } from './hooks.ts';
import type { HostName, TokenKind } from './operation.ts';
import { prepareBody } from './prepare-body.ts';
import type { Answer } from './send-once.ts';
import { sendUntilSettled } from './send-until-settled.ts';
import type { TokenCache } from './tokens.ts';

/** What the transport of a client is made of. */
export interface Transport extends Observers, Timing {
  hosts: Partial<Record<HostName, string>>;
  tokens: Partial<Record<TokenKind, TokenCache>>;
  fetch: (request: Request) => Promise<Response>;
}

/** An answer, and what it took to get it. */
export interface Exchange extends Answer {
  progress: Progress;
}

function chooseToken(progress: Progress, tokens: Transport['tokens'], chosen?: TokenKind): TokenCache | undefined {
  const accepted = operationTable[progress.operationId].tokens;
  const kind = chosen ?? accepted.find((candidate) => tokens[candidate]) ?? accepted[0];
  if (!kind) return undefined;
  if (!accepted.includes(kind)) {
    fail('configuration', `options.token must be ${accepted.join(' or ') || 'left out'}.`, progress);
  }
  return tokens[kind] ?? fail('configuration', `set tokens.${kind}.`, progress);
}

/** Sends a call: checked, with its token, again where that is safe, within one deadline. */
export async function send(
  transport: Transport,
  operationId: OperationId,
  request: Request,
  parameters: Input,
  options: CallOptions = {},
): Promise<Exchange> {
  const { host, method, template: pathTemplate, replacedBy } = operationTable[operationId];
  const { hooks, logger } = transport;
  const progress: Progress = { operationId, host, attempts: 0, outcome: 'not-sent' };
  const { token: kind, timeoutInMs, retry } = completeCallOptions(options, transport, progress);
  if (!transport.hosts[host]) fail('configuration', `set hosts.${host}.`, progress);
  const info: CallInfo = { operationId, method, host, origin: new URL(request.url).origin, pathTemplate };
  const token = chooseToken(progress, transport.tokens, kind);
  const body = prepareBody(operationId, parameters, await request.text());
  const deadline = startDeadline(timeoutInMs, request.signal);
  if (replacedBy) logger.warn(`${operationId} is deprecated: use ${replacedBy} (LEGACY-4)`, { operationId });
  const startedAt = performance.now();
  let end: { status?: number; error?: EscrowError } = {};
  hooks.onStart(info);
  try {
    const settled = sendUntilSettled(transport, { info, request, body, token, retry, progress, ...deadline });
    const answer = await Promise.race([deadline.over, settled]);
    end = { status: answer.response.status };
    return { ...answer, progress };
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
