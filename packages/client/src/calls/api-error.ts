import type { AnswerBody, OperationId } from '../document/operation-types.ts';
import { sealSecrets } from '../document/secret.ts';
import { consequenceOf } from '../errors/consequence.ts';
import { EscrowError } from '../errors/escrow-error.ts';
import { type RuleId, ruleTexts } from '../generated/service.ts';
import { isText } from '../rules/guards.ts';
import { retryAfterInMs } from '../transport/retry.ts';
import type { Exchange } from '../transport/send.ts';
import { valueAt } from './read-success.ts';
import { type Meaning, meaningOf } from './refusal-meaning.ts';
import { type RefusalReason, reasonOf, textsOf } from './refusal-reason.ts';

/**
 * The service answered, but not with a success: any status, with or without a body (ERR-1). Body and headers may repeat what
 * was sent, so they are neither printed nor part of the JSON. The message has the status, the service's code and the rule; the
 * service's prose stays in `body`.
 */
export class ApiError<Id extends OperationId = OperationId, Status extends number = number> extends EscrowError {
  /** The name of the class. */
  override name = 'ApiError';
  /** The operation that was called. */
  declare readonly operationId: Id;
  /** The HTTP status of the answer. */
  declare readonly status: Status;
  /** The id of the request for the service's support, if the service sent one. */
  declare readonly requestId: string | undefined;
  /** The rule that was broken, such as `PARTY-3`, if the answer names one, as the sandbox does. */
  declare readonly rule: RuleId | undefined;
  /** How long the service asks to wait before the next try (`Retry-After`), in ms; undefined if it does not say. */
  declare readonly retryAfterInMs: number | undefined;
  /** The parsed body, or the raw text if it is not JSON. It may hold personal data. Typed once the status is known. */
  declare readonly body: number extends Status ? unknown : AnswerBody<Id, Status>;
  /** The headers of the answer, including those of the rate limit, whose names are not shown (UAPI-6). */
  declare readonly headers: Headers;

  constructor(exchange: Exchange) {
    const { response, call } = exchange;
    const { status, headers } = response;
    const meaning = meaningOf(exchange);
    const reason = reasonOf(exchange.refusal, [...textsOf(exchange.parts), ...textsOf(exchange.token)]);
    super(meaning.code, messageOf(exchange, meaning, reason), call);
    const body = sealSecrets(exchange.refusal, exchange.deployment.secretFields);
    const requestId = valueAt(body, 'meta.request_id');
    Object.assign(this, {
      status,
      requestId: isText(requestId) ? requestId : undefined,
      rule: reason.rule,
      retryAfterInMs: retryAfterInMs(headers),
    });
    // Getters that are not enumerable: neither logs nor JSON read them.
    Object.defineProperties(this, { body: { get: () => body }, headers: { get: () => headers } });
  }
}

/** What happened, the service's reason, what it means, and what to do. */
function messageOf({ response, call, operation }: Exchange, { text }: Meaning, { code, rule }: RefusalReason): string {
  const { status } = response;
  const what = status < 400 ? 'was answered' : status < 500 && status !== 408 ? 'was refused' : 'failed';
  const attempts = call.attempts > 1 ? ` after ${call.attempts} attempts` : '';
  const reason = rule ? `${rule} ${ruleTexts[rule]?.text ?? ''}`.trim().replace(/\.$/, '') : code;
  const consequence = call.outcome === 'unknown' ? ` ${consequenceOf(call, operation)}` : '';
  return `${what} with ${status}${attempts}${reason ? `: ${reason}` : ''}. ${text}${consequence}`;
}

/**
 * Whether a caught value is an {@link ApiError}. If you give an operation and a status, `error.body` has the type that the
 * document states for that answer.
 * @example if (isApiError(error, 'requestTicket', 400)) error.body.error
 */
export function isApiError<Id extends OperationId = OperationId, Status extends number = number>(
  error: unknown,
  operationId?: Id,
  status?: Status,
): error is ApiError<Id, Status> {
  if (!(error instanceof ApiError)) return false;
  if (operationId !== undefined && error.operationId !== operationId) return false;
  return status === undefined || error.status === status;
}
