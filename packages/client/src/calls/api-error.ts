import type { AnswerBody, OperationId } from '../document/operation-types.ts';
import { sealSecrets } from '../document/secret.ts';
import { consequenceOf } from '../errors/consequence.ts';
import { EscrowError } from '../errors/escrow-error.ts';
import { isText } from '../rules/guards.ts';
import type { Exchange } from '../transport/send.ts';
import { valueAt } from './read-success.ts';
import { type Meaning, meaningOf } from './refusal-meaning.ts';
import { refusalReason, textsOf } from './refusal-reason.ts';

/**
 * The service answered with something else than a success. It handles any status with any body or none (ERR-1).
 * Body and headers may hold what was sent, so they are neither printed nor part of the JSON. Of the body the message has
 * what may be logged: code, rule, field and words, and nothing that was sent.
 */
export class ApiError<Id extends OperationId = OperationId, Status extends number = number> extends EscrowError {
  /** The name of the class. */
  override name = 'ApiError';
  /** The operation that was answered so. */
  declare readonly operationId: Id;
  /** The HTTP status of the answer. */
  declare readonly status: Status;
  /** The id of the request where the service sent one, for its support. */
  declare readonly requestId: string | undefined;
  /** The parsed body, or the raw text where it is not JSON. It may hold personal data. Typed once the status is known. */
  declare readonly body: number extends Status ? unknown : AnswerBody<Id, Status>;
  /** The headers of the answer, those of the rate limit among them, whose names are not shown (UAPI-6). */
  declare readonly headers: Headers;

  constructor(exchange: Exchange) {
    const { response, call } = exchange;
    const { status, headers } = response;
    const meaning = meaningOf(exchange);
    super(meaning.code, messageOf(exchange, meaning), call);
    const body = sealSecrets(exchange.refusal);
    const requestId = valueAt(body, 'meta.request_id');
    Object.assign(this, { status, requestId: isText(requestId) ? requestId : undefined });
    // As getters that no log and no JSON reads.
    Object.defineProperties(this, { body: { get: () => body }, headers: { get: () => headers } });
  }
}

/** What happened, why as far as the service says so, what it means, and what to do. */
function messageOf({ response, refusal, call, operation, parts, token }: Exchange, { text }: Meaning): string {
  const { status } = response;
  const what = status < 400 ? 'was answered' : status < 500 && status !== 408 ? 'was refused' : 'failed';
  const often = call.attempts > 1 ? ` after ${call.attempts} attempts` : '';
  const reason = refusalReason(refusal, [...textsOf(parts), ...textsOf(token)]);
  const consequence = call.outcome === 'unknown' ? ` ${consequenceOf(call, operation)}` : '';
  return `${what} with ${status}${often}${reason ? `: ${reason}` : ''}. ${text}${consequence}`;
}

/**
 * Whether a caught value is an answer that refused or failed a call; with an operation and a status, `error.body` has
 * the type that the document gives that answer.
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
