import type { DomainErrorCode, Refusal } from '../domain/refusal.ts';

/** What is refused before the domain sees it: a method, or a body that is not read. */
type RequestErrorCode = 'method_not_allowed' | 'body_too_large' | 'unsupported_media_type';

/** Everything that a request is refused for. */
export type HttpErrorCode = DomainErrorCode | RequestErrorCode;

/** A refusal on its way to an answer. */
export type HttpRefusal = Refusal<HttpErrorCode>;

/** The status of each refusal, of the service and of the control API alike. */
export const refusalStatuses: Record<HttpErrorCode, number> = {
  rule_violation: 400,
  consent_rejected: 400,
  invalid_grant: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  unknown_milestone: 500,
};
