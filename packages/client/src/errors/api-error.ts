import { operationTable } from '../generated/operations.ts';
import type { AnswerBody, OperationId } from '../operation-types.ts';
import { valueAt } from '../rules/value-at.ts';
import { type ApiErrorCode, EscrowError, type Outcome, type Progress } from './escrow-error.ts';

/** An answer of the service, read to its end. */
export interface Answer {
  status: number;
  headers: Headers;
  /** The body as it came. */
  text: string;
}

/**
 * What answers mean and what to do: by host, status and the service's error code, or by status alone. TOKEN stands for
 * what the operation authenticates by.
 */
const meanings: Record<string, [code: ApiErrorCode, remedy: string]> = {
  'identity 400 consent_rejected': ['consent_rejected', 'Ask the buyer for consent again (TICKET-3).'],
  'identity 400 invalid_grant': ['buyer_not_linked', 'Register the buyer first (TICKET-4).'],
  'users 400 VALIDATION_ERROR': ['users_validation', 'See error.body (UAPI-4).'],
  'users 404 USER_NOT_FOUND': ['user_not_found', 'Check the user id (UAPI-5).'],
  'contract 500': ['milestone_probably_unknown', 'Check the milestone id, which is probably unknown (PAY-4).'],
  401: ['unauthorized', 'Renew TOKEN.'],
  403: ['wrong_token', 'Use TOKEN.'],
  429: ['rate_limited', 'Slow down.'],
};

function meaningOf({ operationId, host }: Progress, { status, text }: Answer, body: unknown): [ApiErrorCode, string] {
  if (status < 400) return ['redirected', `Redirects are not followed: check hosts.${host}.`];
  const { tokens, meaningful } = operationTable[operationId];
  const given = valueAt(body, 'error.code') ?? valueAt(body, 'error');
  const byStatus = meaningful?.includes(status) && !text ? meanings[`${host} ${status}`] : meanings[status];
  const byCode = typeof given === 'string' ? meanings[`${host} ${status} ${given}`] : undefined;
  const [code, remedy] = byCode ?? byStatus ?? ['api', 'See error.body.'];
  return [code, remedy.replace('TOKEN', tokens.join(' or ') || 'clientId and clientSecret')];
}

/** Whether the service carried a call out: any 2xx, because most success statuses are not shown. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** A refusal means that nothing was done. After a failure, a redirect or a time-out of the server nobody knows. */
export const outcomeOf = (status: number): Outcome =>
  status >= 400 && status < 500 && status !== 408 ? 'rejected' : 'unknown';

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

  constructor(progress: Progress, answer: Answer, body: unknown) {
    const [code, remedy] = meaningOf(progress, answer, body);
    const { status, headers } = answer;
    super(code, `answered with ${status}. ${remedy}`, progress);
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
