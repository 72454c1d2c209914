import {
  type MediaType,
  resolveReference,
  responseFor,
  type Schema,
  type ServiceOperation,
  statusOfWrongValue,
} from '@escrow-kit/spec';
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
  const usual = refusalStatuses[refusal.code];
  const status = operation && usual === 400 ? statusOfWrongValue(operation) : usual;
  const [media] = Object.values((operation && responseFor(operation.responses, status)?.content) ?? {});
  return {
    status,
    headers: retryAfterInSeconds === undefined ? {} : { 'retry-after': String(retryAfterInSeconds) },
    body: refusalBody(refusal, media, sent),
  };
}

function refusalBody({ code, details }: HttpRefusal, media: MediaType | undefined, sent: unknown): unknown {
  const { rule, message, field, violations } = details;
  const basis = basisOf(rule);
  const schemaName = media?.schema.$ref?.replace('#/components/schemas/', '');
  if (code === 'unknown_milestone') return undefined;
  if (schemaName === 'ValidationRefusal') {
    const found = { field: field ?? 'body', ...sentValue(sent, field) };
    return { success: false, error: { code: 'VALIDATION_ERROR', message, details: found, rule, basis } };
  }
  if (schemaName === 'UserNotFoundRefusal')
    return { success: false, error: { code: 'USER_NOT_FOUND', message, rule, basis } };
  const listed = violations?.map((violation) => ({ ...violation, basis: basisOf(violation.rule) }));
  const own = { error: code, rule, basis, message, ...(listed && { violations: listed }) };
  return media && hasOtherShape(own, media.schema) ? exampleFor(rule, media) : own;
}

/** Whether the document shows fields of which the body has none. */
function hasOtherShape(body: object, { $ref, ...schema }: Schema): boolean {
  const { properties = {} } = $ref === undefined ? schema : (resolveReference($ref) as Schema);
  const names = Object.keys(properties);
  return names.length > 0 && !names.some((name) => Object.hasOwn(body, name));
}

/** The document's example of a refusal for this rule, else the one for any other reason (ERR-1). */
function exampleFor(rule: string, { examples = {} }: MediaType): unknown {
  const ofRule = (id: string) => Object.values(examples).find((example) => example['x-rules']?.includes(id));
  const example = ofRule(rule) ?? ofRule('ERR-1') ?? Object.values(examples)[0];
  return example?.value ?? {};
}

/** The sent value of a field of the body; undefined if the field is missing. */
function sentValue(sent: unknown, field: string | undefined): { value?: unknown } {
  if (!isObject(sent) || field === undefined || !Object.hasOwn(sent, field)) return {};
  return { value: sent[field] };
}
