import type { ServiceOperation } from '../document/operations.ts';
import type { Refusal } from '../refusal.ts';

/** An answer before it is written to the wire. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Undefined for an answer without a body. */
  body: unknown;
}

/** Answers a refusal in the shape that the document gives it, or in the sandbox's own where none is shown (ERR-1). */
export function refusalAnswer(refusal: Refusal, operation?: ServiceOperation): Answer {
  const { retryAfterInSeconds } = refusal.details;
  return {
    status: refusal.status,
    headers: retryAfterInSeconds === undefined ? {} : { 'retry-after': String(retryAfterInSeconds) },
    body: refusalBody(refusal, operation?.refusalSchemas[refusal.status]),
  };
}

function refusalBody({ code, details }: Refusal, schemaName: string | undefined): unknown {
  const { rule, message, field, violations } = details;
  if (code === 'unknown_milestone') return undefined;
  if (schemaName === 'ValidationRefusal') {
    return { success: false, error: { code: 'VALIDATION_ERROR', message, details: { field: field ?? 'body' }, rule } };
  }
  if (schemaName === 'UserNotFoundRefusal') return { success: false, error: { code: 'USER_NOT_FOUND', message, rule } };
  return { error: code, rule, message, ...(violations && { violations }) };
}
