import { createId } from '../create-id.ts';
import type { ServiceOperation } from '../document/operations.ts';
import { findViolations } from '../document/request-validators.ts';
import type { Call, Handler } from '../operations/call.ts';
import { handlers } from '../operations/handlers.ts';
import { Refusal } from '../refusal.ts';
import { insertRequest, type RequestRecord } from '../requests/insert-request.ts';
import { type Caller, findTenantOfClient } from '../tenants/find-tenant.ts';
import { readClock, type Tenant } from '../tenants/tenant.ts';
import { type Answer, refusalAnswer } from './answer.ts';
import { checkTokenKind, identifyCaller } from './identify-caller.ts';
import { type IncomingRequest, parseBody } from './read-request.ts';
import type { Service } from './service.ts';

/** What is known of a call so far. A refusal at any step is logged with it. */
interface Progress {
  tenant?: Tenant | undefined;
  caller?: Caller;
  body?: unknown;
  notes: string[];
}

/** Answers a call of the document's: token, body, schema, handler, in this order, and logs it. */
export async function answerCall(
  service: Service,
  operation: ServiceOperation,
  request: IncomingRequest,
): Promise<Answer> {
  const startedAt = service.systemNow();
  const requestId = createId('request');
  const progress: Progress = { notes: [] };
  const { answer, refusal } = await attempt(service, operation, { request, progress, requestId });
  const record: RequestRecord = {
    id: requestId,
    tenant: progress.tenant,
    operation,
    request,
    requestBody: progress.body,
    answer,
    refusal,
    notes: progress.notes,
    startedAtSystem: startedAt,
    durationInMs: service.systemNow() - startedAt,
  };
  await insertRequest(service.db, record);
  return answer;
}

interface Attempt {
  request: IncomingRequest;
  progress: Progress;
  requestId: string;
}

async function attempt(
  service: Service,
  operation: ServiceOperation,
  parts: Attempt,
): Promise<{ answer: Answer; refusal?: Refusal }> {
  try {
    const { tenant } = await identify(service, operation, parts);
    return { answer: { status: 200, headers: {}, body: await handle(service, operation, { ...parts, tenant }) } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { answer: refusalAnswer(error, operation), refusal: error };
  }
}

/** Finds the tenant by the token or, for the ticket call, by the client id in the form; and reads the body. */
async function identify(
  { db }: Service,
  operation: ServiceOperation,
  { request, progress }: Attempt,
): Promise<{ tenant: Tenant }> {
  if (operation.tokenKinds.length > 0) {
    progress.caller = await identifyCaller(db, request.authorization);
    progress.tenant = progress.caller.tenant;
    checkTokenKind(operation, progress.caller);
  }
  progress.body = parseBody(operation, request);
  checkAgainstDocument(operation, request, progress.body);
  progress.tenant ??= await findTenantOfClient(db, (progress.body as { client_id: string }).client_id);
  if (progress.tenant) return { tenant: progress.tenant };
  const message = 'Send the client id and client secret of the organization.';
  throw new Refusal('unauthorized', { rule: 'AUTH-6', field: 'client_id', message });
}

function checkAgainstDocument(operation: ServiceOperation, { path, query }: IncomingRequest, body: unknown): void {
  const found = findViolations(operation.id, { path, query, body });
  const violations = found.map((violation) => {
    const field = violation.path || violation.in;
    const rule = violation.rule ?? operation.rules.find((id) => !id.startsWith('AUTH')) ?? 'ERR-1';
    return { field, rule, message: `${field} ${violation.message}. ${violation.remedy ?? ''}`.trim() };
  });
  const [first] = violations;
  if (first) throw new Refusal('rule_violation', { ...first, violations });
}

async function handle(
  { db, publicUrl, systemNow }: Service,
  operation: ServiceOperation,
  { request, progress, requestId, tenant }: Attempt & { tenant: Tenant },
): Promise<unknown> {
  const handler = handlers[operation.id] as unknown as Handler<typeof operation.id>;
  return db.transaction().execute((trx) =>
    handler({
      trx,
      tenant,
      caller: progress.caller,
      now: readClock(tenant.clock, systemNow()),
      path: request.path,
      query: request.query,
      body: progress.body,
      publicUrl,
      requestId,
      note: (text: string) => progress.notes.push(text),
    } as unknown as Call<typeof operation.id>),
  );
}
