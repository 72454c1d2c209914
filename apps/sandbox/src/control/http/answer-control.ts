import { type ControlOperation, type ControlOperationId, controlDocument } from '@escrow-kit/sandbox-control';
import { createRequestValidator, type RequestViolation } from '@escrow-kit/spec/validate';
import { DomainError } from '../../domain/refusal.ts';
import { readClock, requireTenant, rowToTenant } from '../../domain/tenants/tenant.ts';
import type { Answer } from '../../http/answer.ts';
import { listViolations, shorten } from '../../http/list-violations.ts';
import { checkValues, parseBody } from '../../http/read-request.ts';
import { type HttpErrorCode, refusalStatuses } from '../../http/refusal-status.ts';
import { reportError } from '../../http/report-error.ts';
import type { ControlCall, ControlContext, ControlHandler } from '../control-call.ts';
import { controlHandlers } from './handlers.ts';

/** A call of the control API as it arrived. */
export interface ControlRequest {
  path: Record<string, string>;
  query: Record<string, string>;
  contentType: string | undefined;
  bodyText: string;
}

/** Answers a call of the control API: body, document, tenant, handler, in this order. Throws if it is refused. */
export async function answerControl(
  service: ControlContext,
  operation: ControlOperation,
  request: ControlRequest,
): Promise<Answer> {
  // The call has to see every request that was answered before.
  await service.requestLog.flush();
  const call = await admitControl(service, operation, request);
  const handler = controlHandlers[operation.id] as ControlHandler<ControlOperationId>;
  return { status: 200, headers: {}, body: await handler(call) };
}

/** Turns an error into an answer: a refusal says what is wrong, anything else is an internal error. */
export async function answerErrors<Result>(during: string, answer: () => Promise<Result>): Promise<Result | Answer> {
  try {
    return await answer();
  } catch (error) {
    return error instanceof DomainError ? refusalAnswer(error) : reportError(error, { during });
  }
}

/** Answers a refusal as the control document describes it. */
export function refusalAnswer({ code, details }: DomainError<HttpErrorCode>): Answer {
  return { status: refusalStatuses[code], headers: {}, body: { error: code, ...details } };
}

/** Checks a call against the document and finds its tenant. */
async function admitControl(
  service: ControlContext,
  { id }: ControlOperation,
  { path, query, contentType, bodyText }: ControlRequest,
): Promise<ControlCall<ControlOperationId>> {
  checkValues(path, 'path');
  checkValues(query, 'query');
  // Browsers send JSON to another origin only after a preflight request.
  const body = parseBody('application/json', { contentType, bodyText });
  checkValues(body, 'body');
  checkControlRequest(id, { path, query, body });
  const { tenant: tenantId } = path;
  const tenant = tenantId === undefined ? undefined : rowToTenant(await requireTenant(service.db, tenantId));
  const now = tenant && readClock(tenant.clock, service.systemNow());
  return { service, tenant, now, path, query, body } as unknown as ControlCall<ControlOperationId>;
}

function checkControlRequest(
  id: ControlOperationId,
  request: { path: Record<string, string>; query: Record<string, string>; body: unknown },
): void {
  const refusal = listViolations(findControlViolations(id, request), ({ path, in: place, message, remedy }) => {
    const field = shorten(path || place);
    return { field, message: `${field} ${message}. ${remedy ?? ''}`.trim() };
  });
  if (refusal) throw new DomainError('rule_violation', refusal);
}

type Validate = ReturnType<typeof createRequestValidator>;

/** Compiling takes longer than starting, so each call is compiled at its first use. */
const compiled = new Map<ControlOperationId, Validate>();

/** Lists the violations of the document in a call; empty if it is accepted. */
function findControlViolations(id: ControlOperationId, request: Parameters<Validate>[0]): RequestViolation[] {
  const validate = compiled.get(id) ?? createRequestValidator(id, controlDocument);
  compiled.set(id, validate);
  return validate(request);
}
