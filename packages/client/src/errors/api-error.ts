import { operationTable } from '../generated/operations.ts';
import type { AnswerBody, OperationId } from '../operation-types.ts';
import { valueAt } from '../rules/value-at.ts';
import type { Exchange } from '../transport/send.ts';
import { type ApiErrorCode, EscrowError, type Progress } from './escrow-error.ts';

/** What an answer of 400 or 404 means by the service's own code, and what to do about it. */
const meanings = new Map<unknown, [code: ApiErrorCode, remedy?: string]>([
  ['consent_rejected', ['consent_rejected', 'ask the buyer for consent (TICKET-3)']],
  ['invalid_grant', ['buyer_not_linked', 'register the buyer (TICKET-4)']],
  ['VALIDATION_ERROR', ['users_validation', 'see error.body (UAPI-4)']],
  ['USER_NOT_FOUND', ['user_not_found', 'check the user id (UAPI-5)']],
]);

function meaningOf({ operationId, host }: Progress, status: number, body: unknown): [ApiErrorCode, string?] {
  const { tokens, meaningful = [] } = operationTable[operationId];
  const authentication = tokens[0] ? `tokens.${tokens.join(' or ')}` : 'clientId and clientSecret';
  if (status < 400) return ['redirected', `check hosts.${host}`];
  if (status === 401) return ['unauthorized', `renew ${authentication}`];
  if (status === 403) return ['wrong_token', `use ${authentication}`];
  if (status === 429) return ['rate_limited', 'slow down'];
  if (meaningful.includes(status) && !body) return ['milestone_probably_unknown', 'check the milestone id (PAY-4)'];
  const code = valueAt(body, 'error.code') ?? valueAt(body, 'error');
  return (status < 405 && meanings.get(code)) || ['api', 'see error.body'];
}

/**
 * The service answered with something else than a success. It handles any status with any body or none (ERR-1).
 * Body and headers may hold what was sent, so they are neither printed nor part of the JSON.
 */
export class ApiError<Id extends OperationId = OperationId, Status extends number = number> extends EscrowError {
  override name = 'ApiError';
  declare readonly operationId: Id;
  readonly status: Status;
  /** The id of the request where the service sent one, for its support. */
  readonly requestId: string | undefined;
  /** The parsed body, or the raw text where it is not JSON. It may hold personal data. Typed once the status is known. */
  declare readonly body: number extends Status ? unknown : AnswerBody<Id, Status>;
  /** The headers of the answer, those of the rate limit among them, whose names are not shown (UAPI-6). */
  declare readonly headers: Headers;

  constructor({ response, text, progress }: Exchange, { value: body = text }: { value?: unknown }) {
    const { status, headers } = response;
    const [code, remedy] = meaningOf(progress, status, body);
    super(code, `answered with ${status}, ${code}: ${remedy}.`, progress);
    const requestId = valueAt(body, 'meta.request_id');
    this.status = status as Status;
    this.requestId = typeof requestId === 'string' ? requestId : undefined;
    // As getters that no log and no JSON reads.
    Object.defineProperties(this, { body: { get: () => body }, headers: { get: () => headers } });
  }
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
  return (
    error instanceof ApiError &&
    error.operationId === (operationId ?? error.operationId) &&
    error.status === (status ?? error.status)
  );
}
