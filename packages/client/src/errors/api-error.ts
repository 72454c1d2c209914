import type { AnswerBody, OperationId } from '../operation-types.ts';
import { isText } from '../rules/is-text.ts';
import { valueAt } from '../rules/value-at.ts';
import type { CallState } from '../transport/hooks.ts';
import type { Exchange } from '../transport/send.ts';
import { type ApiErrorCode, EscrowError } from './escrow-error.ts';

/** What an answer of 400 or 404 means by the service's own code, and what to do about it. */
const meanings = new Map<unknown, [code: ApiErrorCode, remedy?: string]>([
  ['consent_rejected', ['consent_rejected', 'ask the buyer for consent (TICKET-3)']],
  ['invalid_grant', ['buyer_not_linked', 'register the buyer (TICKET-4)']],
  ['VALIDATION_ERROR', ['users_validation']],
  ['USER_NOT_FOUND', ['user_not_found']],
]);

function meaningOf({ host, tokens, meaningful }: CallState, status: number, body: unknown): [ApiErrorCode, string?] {
  const credentials = `check ${tokens.map((kind) => `tokens.${kind}`).join(' or ') || 'clientSecret'}`;
  if (status < 400) return ['redirected', `check hosts.${host}`];
  if (status === 401) return ['unauthorized', credentials];
  if (status === 403) return ['wrong_token', credentials];
  if (status === 429) return ['rate_limited'];
  if (meaningful?.includes(status) && !body) return ['milestone_probably_unknown', 'check the milestone id (PAY-4)'];
  const code = valueAt(body, 'error.code') ?? valueAt(body, 'error');
  return (status < 405 && meanings.get(code)) || ['api'];
}

/**
 * The service answered with something else than a success. It handles any status with any body or none (ERR-1).
 * Body and headers may hold what was sent, so they are neither printed nor part of the JSON.
 */
export class ApiError<Id extends OperationId = OperationId, Status extends number = number> extends EscrowError {
  override name = 'ApiError';
  declare readonly operationId: Id;
  declare readonly status: Status;
  /** The id of the request where the service sent one, for its support. */
  declare readonly requestId: string | undefined;
  /** The parsed body, or the raw text where it is not JSON. It may hold personal data. Typed once the status is known. */
  declare readonly body: number extends Status ? unknown : AnswerBody<Id, Status>;
  /** The headers of the answer, those of the rate limit among them, whose names are not shown (UAPI-6). */
  declare readonly headers: Headers;

  constructor({ response, text, call }: Exchange, { value: body = text }: { value?: unknown }) {
    const { status, headers } = response;
    const [code, remedy = 'see error.body'] = meaningOf(call, status, body);
    super(code, `answered with ${status}, ${code}: ${remedy}.`, call);
    Object.assign(this, { status, requestId: [valueAt(body, 'meta.request_id')].find(isText) });
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
