import type { ServiceOperation } from '@escrow-kit/spec';
import { createId } from '../domain/create-id.ts';
import type { Fault } from '../domain/faults/fault.ts';
import { injectFault } from '../domain/faults/inject-fault.ts';
import { Refusal } from '../domain/refusal.ts';
import { createRefuseOrNote, type RefuseOrNote, runCheck } from '../domain/refuse-or-note.ts';
import { type Caller, findTenantOfClient, readClock, type Tenant } from '../domain/tenants/tenant.ts';
import type { Answer } from '../http/answer.ts';
import { checkValues, type IncomingRequest, parseBody } from '../http/read-request.ts';
import type { HttpRefusal } from '../http/refusal-status.ts';
import { reportError } from '../http/report-error.ts';
import type { RequestRecord } from '../request-log/record.ts';
import { injectAfter, injectBefore } from './fault-answer.ts';
import type { Call, Handler } from './operations/call.ts';
import { checkRate, countUsersApiRequest, isRateLimited, type RateWindow } from './rate-limit.ts';
import { refusalAnswer } from './refusal-answer.ts';
import type { ServiceContext } from './service-context.ts';

/** What is known about a call so far. A refusal at any step is logged with it. */
interface Progress {
  requestId: string;
  tenant?: Tenant | undefined;
  caller?: Caller;
  /** Users API only: what is left of the tenant's minute. */
  rate?: RateWindow;
  /** Set once it is parsed and known to be storable. */
  body?: unknown;
  /** The fault that is injected into the call. */
  fault?: Fault | undefined;
  /** What was accepted but deserves a look. */
  notes: string[];
}

/** Answers a call of the document: token, rate, body, schema, handler, in this order. Logs it. */
export async function answerCall(
  service: ServiceContext,
  operation: ServiceOperation,
  request: IncomingRequest,
): Promise<Answer> {
  const startedAt = service.systemNow();
  const progress: Progress = { requestId: createId('request'), notes: [] };
  const { answer: bare, refusal } = await attempt(service, operation, { request, progress });
  const complete = service.rules.completeAnswer(service, operation, { bare, request, rate: progress.rate });
  const { fault } = progress;
  const answer = fault ? await injectAfter(fault, complete, service.stopping) : complete;
  const record: RequestRecord = {
    id: progress.requestId,
    tenant: progress.tenant,
    tokenKind: progress.caller?.kind,
    operation,
    request,
    requestBody: progress.body,
    answer,
    refusal,
    notes: progress.notes,
    startedAtSystem: startedAt,
    durationInMs: service.systemNow() - startedAt,
  };
  await service.requestLog.add(record);
  return answer;
}

interface Attempt {
  request: IncomingRequest;
  progress: Progress;
}

async function attempt(
  service: ServiceContext,
  operation: ServiceOperation,
  call: Attempt,
): Promise<{ answer: Answer; refusal?: HttpRefusal }> {
  const { progress } = call;
  try {
    const tenant = await admit(service, operation, call);
    const early = await inject(service, operation, { progress, tenant });
    if (early) return { answer: early };
    return { answer: { status: 200, headers: {}, body: await handle(service, operation, { ...call, tenant }) } };
  } catch (error) {
    if (error instanceof Refusal) return { answer: refusalAnswer(error, operation, progress.body), refusal: error };
    return { answer: reportError(service, error, { during: operation.id, requestId: progress.requestId }) };
  }
}

/** Injects a fault that the control API set for the operation. The fault may answer in place of the handler. */
async function inject(
  { db, stopping }: ServiceContext,
  { id }: ServiceOperation,
  { progress, tenant }: { progress: Progress; tenant: Tenant },
): Promise<Answer | undefined> {
  const fault = await injectFault(db, tenant, { target: id });
  if (!fault) return undefined;
  progress.fault = fault;
  progress.notes.push(`The fault ${fault.id} was injected: ${fault.kind}, ${fault.when} the call was handled.`);
  return injectBefore(fault, stopping);
}

/** Finds the tenant by the token or, for the ticket call, by the client id in the form; and reads the body. */
async function admit(
  service: ServiceContext,
  operation: ServiceOperation,
  { request, progress }: Attempt,
): Promise<Tenant> {
  const { db, systemNow, rules } = service;
  const refuseOrNote = refuseOrNoteInto(service, progress);
  if (operation.tokenKinds.length > 0) {
    const caller = await rules.identifyCaller(db, request.authorization);
    const { tenant } = caller;
    Object.assign(progress, { caller, tenant });
    if (isRateLimited(operation)) {
      progress.rate = await countUsersApiRequest(db, { tenant, now: readClock(tenant.clock, systemNow()) });
      checkRate(progress.rate);
    }
    runCheck(() => rules.checkTokenKind(operation, caller), refuseOrNote);
  }
  checkValues(request.path, 'path');
  checkValues(request.query, 'query');
  progress.body = parseBody(operation, request);
  runCheck(() => rules.checkRequest(operation, request, progress.body), refuseOrNote);
  progress.tenant ??= await findTenantOfClient(db, (progress.body as { client_id: string }).client_id);
  if (progress.tenant) return progress.tenant;
  const message = 'Send the client id and client secret of the organization.';
  throw new Refusal('unauthorized', { rule: 'AUTH-6a', field: 'client_id', message });
}

function refuseOrNoteInto({ assumedRules }: ServiceContext, { notes }: Progress): RefuseOrNote {
  return createRefuseOrNote(assumedRules, (text) => notes.push(text));
}

async function handle(
  service: ServiceContext,
  operation: ServiceOperation,
  { request, progress, tenant }: Attempt & { tenant: Tenant },
): Promise<unknown> {
  const { db, publicUrl, systemNow, rules } = service;
  const handler = rules.handlers[operation.id] as unknown as Handler<typeof operation.id>;
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
      requestId: progress.requestId,
      note: (text: string) => progress.notes.push(text),
      refuseOrNote: refuseOrNoteInto(service, progress),
    } as unknown as Call<typeof operation.id>),
  );
}
