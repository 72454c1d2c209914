import type { ServiceOperation } from '@escrow-kit/spec';
import { basisOf } from '../domain/refuse-or-note.ts';
import { isObject } from '../domain/require-shape.ts';
import type { Answer } from '../http/answer.ts';
import { type HttpRefusal, refusalStatuses } from '../http/refusal-status.ts';

/**
 * Answers a refusal in the document's shape, or in the sandbox's own if none is shown (ERR-1). `sent` is the body of the
 * request, because the Users API repeats the wrong value (UAPI-4).
 */
export function refusalAnswer(refusal: HttpRefusal, operation?: ServiceOperation, sent?: unknown): Answer {
  const { retryAfterInSeconds } = refusal.details;
  const status = refusalStatuses[refusal.code];
  return {
    status,
    headers: retryAfterInSeconds === undefined ? {} : { 'retry-after': String(retryAfterInSeconds) },
    body: refusalBody(refusal, { schemaName: operation && schemaNameOf(operation, status), sent }),
  };
}

function schemaNameOf({ responses }: ServiceOperation, status: number): string | undefined {
  return responses[status]?.content?.['application/json']?.schema.$ref?.replace('#/components/schemas/', '');
}

function refusalBody(
  { code, details }: HttpRefusal,
  { schemaName, sent }: { schemaName: string | undefined; sent: unknown },
): unknown {
  const { rule, message, field, violations } = details;
  const basis = basisOf(rule);
  if (code === 'unknown_milestone') return undefined;
  if (schemaName === 'ValidationRefusal') {
    const found = { field: field ?? 'body', ...sentValue(sent, field) };
    return { success: false, error: { code: 'VALIDATION_ERROR', message, details: found, rule, basis } };
  }
  if (schemaName === 'UserNotFoundRefusal')
    return { success: false, error: { code: 'USER_NOT_FOUND', message, rule, basis } };
  const listed = violations?.map((violation) => ({ ...violation, basis: basisOf(violation.rule) }));
  return { error: code, rule, basis, message, ...(listed && { violations: listed }) };
}

/** The sent value of a field of the body; undefined if the field is missing. */
function sentValue(sent: unknown, field: string | undefined): { value?: unknown } {
  if (!isObject(sent) || field === undefined || !Object.hasOwn(sent, field)) return {};
  return { value: sent[field] };
}
