import type { OperationId, ServiceOperation } from '@escrow-kit/spec';
import { createId } from '../domain/create-id.ts';
import type { Fault } from '../domain/faults/fault.ts';
import { injectFault } from '../domain/faults/inject-fault.ts';
import { Refusal } from '../domain/refusal.ts';
import { createRefuseOrNote, type RefuseOrNote, runCheck } from '../domain/refuse-or-note.ts';
import { isObject } from '../domain/require-shape.ts';
import { getTenantOfClient } from '../domain/tenants/client-credentials.ts';
import { defaultCredentials } from '../domain/tenants/credentials.ts';
import { checkRate, countUsersApiRequest, type RateWindow } from '../domain/tenants/rate-window.ts';
import { type Caller, readClock, type Tenant } from '../domain/tenants/tenant.ts';
import type { Answer } from '../http/answer.ts';
import { checkValues, type IncomingRequest, parseBody } from '../http/read-request.ts';
import type { HttpRefusal } from '../http/refusal-status.ts';
import { reportError } from '../http/report-error.ts';
import type { RequestRecord } from '../request-log/record.ts';
import { asDocumented, isRateLimited } from './complete-answer.ts';
import { injectAfter, injectBefore } from './fault-answer.ts';
import { answerByExample } from './operations/answer-by-example.ts';
import type { Call, RequestParts } from './operations/call.ts';
import type { Handlers } from './operations/handlers.ts';
import { refusalAnswer } from './refusal-answer.ts';
import type { ServiceContext } from './service-context.ts';

/** Data that the answer and the log of a call need even if a step refuses it. The body is set once it is known to be storable. */
interface CallTrace extends Pick<RequestRecord, 'id' | 'tenant' | 'tokenKind' | 'requestBody' | 'notes'> {
  /** Users API only: what is left of the tenant's minute. */
  rate?: RateWindow;
}

interface TracedRequest {
  request: IncomingRequest;
  trace: CallTrace;
}

/** Answers a call of the document: token, rate, body, schema, handler, in this order. Logs it. */
export async function answerCall(
  service: ServiceContext,
  operation: ServiceOperation,
  request: IncomingRequest,
): Promise<Answer> {
  const startedAtSystem = service.systemNow();
  const id = createId('request');
  const trace: CallTrace = { id, tenant: undefined, tokenKind: undefined, requestBody: undefined, notes: [] };
  const { answer: bare, refusal, fault } = await attempt(service, operation, { request, trace });
  const { rate, ...traced } = trace;
  const complete = service.rules.completeAnswer(service, operation, { bare, request, rate });
  const answer = fault ? await injectAfter(fault, complete, service.stopping) : complete;
  const durationInMs = service.systemNow() - startedAtSystem;
  await service.requestLog.add({ ...traced, operation, request, answer, refusal, startedAtSystem, durationInMs });
  return answer;
}

/** The answer to a call, why it was refused, and the fault that is injected into it. */
interface Outcome {
  answer: Answer;
  refusal: HttpRefusal | undefined;
  fault: Fault | undefined;
}

async function attempt(service: ServiceContext, operation: ServiceOperation, call: TracedRequest): Promise<Outcome> {
  const { trace } = call;
  let fault: Fault | undefined;
  try {
    const admitted = await admit(service, operation, call);
    fault = await chooseFault(service, operation, { trace, tenant: admitted.tenant });
    const early = fault && (await injectBefore(fault, service.stopping));
    if (early) return { answer: early, refusal: undefined, fault };
    const body = await handle(service, operation, { ...call, admitted });
    const success = { status: successStatusOf(operation), headers: {}, body };
    return { answer: asDocumented(operation, success), refusal: undefined, fault };
  } catch (error) {
    if (error instanceof Refusal) {
      const answer = asDocumented(operation, refusalAnswer(error, operation, trace.requestBody));
      return { answer, refusal: error, fault };
    }
    const activity = { during: operation.id, requestId: trace.id };
    return { answer: reportError(error, activity), refusal: undefined, fault };
  }
}

/** The first documented status of success. */
function successStatusOf({ responses }: ServiceOperation): number {
  return Number(Object.keys(responses).find((status) => status.startsWith('2')) ?? 200);
}

/** Chooses among the faults that the control API set for the operation. */
async function chooseFault(
  { db }: ServiceContext,
  { id }: ServiceOperation,
  { trace, tenant }: { trace: CallTrace; tenant: Tenant },
): Promise<Fault | undefined> {
  if (tenant.faults.length === 0) return undefined;
  const fault = await db.transaction().execute((trx) => injectFault(trx, tenant, { target: id }));
  if (fault) trace.notes.push(`The fault ${fault.id} was injected: ${fault.kind}, ${fault.when} the call was handled.`);
  return fault;
}

/** A call whose sender and request were checked. */
interface AdmittedCall {
  tenant: Tenant;
  /** Undefined only for the ticket call and logins, which take no token. */
  caller: Caller | undefined;
  body: unknown;
}

/**
 * Finds the tenant by the token or, for the ticket call, by the client id in the form; and reads the body. An operation without a
 * handler and without a token, such as a login, belongs to the default tenant.
 */
async function admit(
  service: ServiceContext,
  operation: ServiceOperation,
  { request, trace }: TracedRequest,
): Promise<AdmittedCall> {
  const caller =
    operation.tokenKinds.length > 0 ? await admitCaller(service, operation, { request, trace }) : undefined;
  checkValues(request.path, 'path');
  checkValues(request.query, 'query');
  const body = parseBody(operation.mediaType, request);
  checkValues(body, 'body');
  trace.requestBody = body;
  runCheck(() => service.rules.checkRequest(operation, request, body), refuseOrNoteInto(service, trace));
  if (caller) return { tenant: caller.tenant, caller, body };
  const hasHandler = Object.hasOwn(service.rules.handlers, operation.id);
  const clientId = hasHandler ? isObject(body) && body['client_id'] : defaultCredentials.clientId;
  const tenant = await getTenantOfClient(service.db, clientId);
  trace.tenant = tenant;
  return { tenant, caller, body };
}

async function admitCaller(
  service: ServiceContext,
  operation: ServiceOperation,
  { request, trace }: TracedRequest,
): Promise<Caller> {
  const { db, systemNow, rules } = service;
  const caller = await rules.identifyCaller(db, request.authorization);
  const { tenant, kind } = caller;
  trace.tenant = tenant;
  trace.tokenKind = kind;
  if (isRateLimited(operation)) {
    trace.rate = await countUsersApiRequest(db, { tenant, now: readClock(tenant.clock, systemNow()) });
    checkRate(trace.rate);
  }
  runCheck(() => rules.checkTokenKind(operation, caller), refuseOrNoteInto(service, trace));
  return caller;
}

function refuseOrNoteInto({ assumedRules }: ServiceContext, { notes }: CallTrace): RefuseOrNote {
  return createRefuseOrNote(assumedRules, (text) => notes.push(text));
}

async function handle(
  service: ServiceContext,
  operation: ServiceOperation,
  { request, trace, admitted }: TracedRequest & { admitted: AdmittedCall },
): Promise<unknown> {
  const { db, publicUrl, systemNow, rules } = service;
  const { tenant, caller, body } = admitted;
  const { path, query } = request;
  const { id } = operation;
  if (!Object.hasOwn(rules.handlers, id)) return answerByExample(operation, { path, body });
  // The document was checked. If a rule is only noted, its field may be missing, and the operation says so.
  const parts = { path, query, body } as RequestParts<typeof id>;
  return db.transaction().execute((trx) =>
    run(rules.handlers, id, {
      ...parts,
      trx,
      tenant,
      caller,
      now: readClock(tenant.clock, systemNow()),
      publicUrl,
      requestId: trace.id,
      note: (text) => trace.notes.push(text),
      refuseOrNote: refuseOrNoteInto(service, trace),
    }),
  );
}

function run<Id extends OperationId>(handlers: Handlers, id: Id, call: Call<Id>): Promise<unknown> {
  return handlers[id](call);
}
