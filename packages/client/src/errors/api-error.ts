import { operationTable } from '../generated/operations.ts';
import type { AnswerBody, OperationId } from '../operation-types.ts';
import { isRecord } from '../rules/is-record.ts';
import { type ApiErrorCode, EscrowError, type Outcome } from './escrow-error.ts';

/** An answer of the service, read to its end. */
export interface Answer {
  status: number;
  headers: Headers;
  /** The body as it came. */
  text: string;
}

/** What answers mean and what to do: by host, status and the service's error code, or by status alone. */
const meanings: Record<string, [code: ApiErrorCode, remedy: string]> = {
  'identity 400 consent_rejected': [
    'consent_rejected',
    'The buyer declined: ask for consent again, then retry (TICKET-3).',
  ],
  'identity 400 invalid_grant': ['buyer_not_linked', 'Register or link the buyer first (TICKET-4).'],
  'users 400 VALIDATION_ERROR': ['users_validation', 'See error.body for the field (UAPI-4).'],
  'users 404 USER_NOT_FOUND': ['user_not_found', 'Check the user id (UAPI-5).'],
  'contract 500': ['milestone_probably_unknown', 'Check the milestone id: an unknown one is likely (PAY-4).'],
  401: ['unauthorized', 'The token is missing or unknown'],
  403: ['wrong_token', 'The token may be of the wrong kind'],
  429: ['rate_limited', 'Slow down, or retry later.'],
};

function meaningOf(operationId: OperationId, { status, text }: Answer, body: unknown): [ApiErrorCode, string] {
  if (status < 400) return ['redirected', 'Redirects are not followed: check the host.'];
  const { host, tokens, meaningful } = operationTable[operationId];
  const error = isRecord(body) ? body['error'] : undefined;
  const given = isRecord(error) ? error['code'] : error;
  const code = typeof given === 'string' ? given : '';
  const byStatus = meaningful?.includes(status) && !text ? meanings[`${host} ${status}`] : meanings[status];
  const [meaning, remedy] = meanings[`${host} ${status} ${code}`] ?? byStatus ?? ['api', 'See error.body.'];
  const credentials = tokens.join(' or ') || 'clientId and clientSecret';
  return [meaning, remedy.endsWith('.') ? remedy : `${remedy}: it takes ${credentials}.`];
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
  readonly #headers: Headers;
  readonly #body: unknown;

  constructor(operationId: Id, answer: Answer, body: unknown, attempts: number, outcome: Outcome) {
    const [code, remedy] = meaningOf(operationId, answer, body);
    const { host } = operationTable[operationId];
    const message = `${operationId} was answered with ${answer.status}. ${remedy}`;
    super(code, message, { operationId, host, attempts, outcome });
    const meta = isRecord(body) && isRecord(body['meta']) ? body['meta'] : {};
    this.status = answer.status as Status;
    this.requestId = typeof meta['request_id'] === 'string' ? meta['request_id'] : undefined;
    this.#headers = answer.headers;
    this.#body = body;
  }

  /** The parsed body, or the raw text where it is not JSON. It may hold personal data. Typed once the status is known. */
  get body(): number extends Status ? unknown : AnswerBody<Id, Status> {
    return this.#body as never;
  }

  /** The headers of the answer, those of the rate limit among them, whose names are not shown (UAPI-6). */
  get headers(): Headers {
    return this.#headers;
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
