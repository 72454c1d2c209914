import type { DomainErrorCode, Refusal } from '../domain/refusal.ts';

/** Reasons to refuse a request before it reaches the domain: its method, or a body that is not read. */
type RequestErrorCode = 'method_not_allowed' | 'body_too_large' | 'unsupported_media_type';

/** Every reason to refuse a request. */
export type HttpErrorCode = DomainErrorCode | RequestErrorCode;

/** A refusal that is to be answered. */
export type HttpRefusal = Refusal<HttpErrorCode>;

/** The status of each refusal, in the service and in the control API. */
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
