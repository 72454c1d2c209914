import type { OperationId, ServiceOperation } from '@escrow-kit/spec';
import { createRequestValidator, type RequestViolation } from '@escrow-kit/spec/validate';
import { readClock } from '../domain/clock.ts';
import { createId } from '../domain/create-id.ts';
import { defaultCredentials } from '../domain/credentials.ts';
import { type Fault, injectFault } from '../domain/faults.ts';
import { checkRate, countUsersApiRequest, type RateWindow } from '../domain/rate-limit.ts';
import { Refusal } from '../domain/refusal.ts';
import {
  type AssumedRules,
  canBeNoted,
  createRefuseOrNote,
  type RefuseOrNote,
  runCheck,
} from '../domain/refuse-or-note.ts';
import { isObject } from '../domain/require-shape.ts';
import { type Caller, findCaller, findTenant, getTenantOfClient, type Tenant } from '../domain/tenants.ts';
import { findWarnings } from '../domain/warnings.ts';
import { type Answer, type HttpRefusal, reportError } from '../http/answer.ts';
import {
  addressFor,
  checkValues,
  type IncomingRequest,
  listViolations,
  parseBody,
  readToken,
  shorten,
} from '../http/read-request.ts';
import type { SandboxContext } from '../request-log/request-log.ts';
import type { Store } from '../store/store.ts';
import type { CredentialKind } from '../store/tables.ts';
import {
  answerByExample,
  asDocumented,
  type completeAnswer,
  isRateLimited,
  refusalAnswer,
  successStatusOf,
} from './answers.ts';
import type { Call, RequestParts } from './call.ts';
import { injectAfter, injectBefore } from './fault-answer.ts';
import type { Handlers, handlers } from './handlers.ts';

/** The context of calls of the document. */
export interface ServiceContext extends SandboxContext {
  /** A test mode: an undocumented answer becomes a 500 with the reason. */
  validateResponses: boolean;
  /** What to do with calls that break a rule which the service does not state. */
  assumedRules: AssumedRules;
  /** Aborted when the sandbox begins to stop. */
  stopping: AbortSignal;
  /** Receives each warning, with its operation. */
  onWarning(message: string, operationId: OperationId): void;
  rules: ServiceRules;
}

/** The rule implementations of calls: a table, so that contract tests can break one of them (see `RuleImplementations`). */
export interface ServiceRules {
  identifyCaller: typeof identifyCaller;
  checkTokenKind: typeof checkTokenKind;
  checkRequest: typeof checkRequest;
  handlers: typeof handlers;
  completeAnswer: typeof completeAnswer;
}

/** A call on its way. What the steps find out, its answer and the log need even if a later step refuses it. */
interface CallState {
  service: ServiceContext;
  operation: ServiceOperation;
  request: IncomingRequest;
  id: string;
  notes: string[];
  warnings: ReturnType<typeof findWarnings>;
  refuseOrNote: RefuseOrNote;
  tenant?: Tenant;
  tokenKind?: CredentialKind;
  /** Users API only: what is left of the tenant's minute. */
  rate?: RateWindow;
  /** Set once it is known that the log can keep it. */
  body?: unknown;
  fault?: Fault | undefined;
  refusal?: HttpRefusal;
}

/** Answers a call of the document: token, rate, body, rules, handler, answer, log, in this order. */
export async function answerCall(
  service: ServiceContext,
  operation: ServiceOperation,
  request: IncomingRequest,
): Promise<Answer> {
  const startedAtSystem = service.systemNow();
  const notes: string[] = [];
  const refuseOrNote = createRefuseOrNote(service.assumedRules, (text) => notes.push(text));
  const call: CallState = { service, operation, request, id: createId('request'), notes, warnings: [], refuseOrNote };
  const bare = await answerOrRefuse(call);
  const complete = service.rules.completeAnswer(service, operation, { bare, request, rate: call.rate });
  const answer = call.fault ? await injectAfter(call.fault, complete, service.stopping) : complete;
  const { method, path: parameters, query } = request;
  const { id, tenant, tokenKind, body, refusal, warnings } = call;
  const durationInMs = service.systemNow() - startedAtSystem;
  const asked = { id, tenant, tokenKind, operation, method, path: operation.path, parameters, query, body };
  service.requestLog.add({ ...asked, answer, refusal, notes, warnings, startedAtSystem, durationInMs });
  const page = `${service.publicUrl ?? service.url}/dashboard/${tenant?.id}/requests/${id}`;
  for (const { message } of warnings) service.onWarning(`${message} See ${page}`, operation.id);
  return answer;
}

async function answerOrRefuse(call: CallState): Promise<Answer> {
  const { operation, id } = call;
  try {
    return await takeSteps(call);
  } catch (error) {
    if (!(error instanceof Refusal)) return reportError(error, { during: operation.id, requestId: id });
    call.refusal = error;
    return asDocumented(operation, refusalAnswer(error, operation, call.body));
  }
}

async function takeSteps(call: CallState): Promise<Answer> {
  const { service, operation, request, refuseOrNote } = call;
  const caller = operation.tokenKinds.length > 0 ? admitCaller(call) : undefined;
  const body = readValues(call);
  call.body = body;
  runCheck(() => service.rules.checkRequest(operation, request, body), refuseOrNote);
  const tenant = caller?.tenant ?? getTenantWithoutToken(call);
  call.tenant = tenant;
  call.fault = chooseFault(call, tenant);
  const early = call.fault && (await injectBefore(call.fault, service.stopping));
  if (early) return early;
  // A delay may have been long: what was set meanwhile counts, such as the clock.
  const current = call.fault ? (findTenant(service.store, tenant.id) ?? tenant) : tenant;
  const result = handle(call, { tenant: current, caller });
  return asDocumented(operation, { status: successStatusOf(operation), headers: {}, body: result });
}

/** Finds the caller, and counts the call for the rate limit (UAPI-6). */
function admitCaller(call: CallState): Caller {
  const { store, systemNow, rules } = call.service;
  const caller = rules.identifyCaller(store, call.request.headers.authorization);
  const { tenant, kind } = caller;
  call.tenant = tenant;
  call.tokenKind = kind;
  if (isRateLimited(call.operation)) {
    call.rate = countUsersApiRequest(store, { tenant, now: readClock(tenant.clock, systemNow()) });
    checkRate(call.rate);
  }
  runCheck(() => rules.checkTokenKind(call.operation, caller), call.refuseOrNote);
  return caller;
}

/** Finds the caller. Throws if the token is missing or unknown (AUTH-1b). */
export function identifyCaller(store: Store, authorization: string | undefined): Caller {
  const token = readToken(authorization);
  const caller = findCaller(store, token);
  if (caller) return caller;
  const message = `${whatIsWrong(authorization, token)} Send one in the header authorization: Bearer <token>.`;
  throw new Refusal('unauthorized', { rule: 'AUTH-1b', field: 'authorization', message });
}

/** A lost header is a different mistake than a token of another environment. */
function whatIsWrong(authorization: string | undefined, token: string | undefined): string {
  if (authorization === undefined) return 'No token was sent.';
  if (token === undefined) return 'The header authorization contains no bearer token.';
  return 'This sandbox does not know the token that was sent.';
}

/** Throws if the operation does not take this kind of token, or if the token is a password (AUTH-1b). */
export function checkTokenKind(operation: ServiceOperation, { kind }: Caller): void {
  if (operation.tokenKinds.some((accepted) => accepted === kind)) return;
  if (kind === 'clientUserToken') {
    const message = `A clientUserToken is the customer's password, not a token. Send the ${operation.tokenKinds.join(' or ')} token.`;
    throw new Refusal('unauthorized', { rule: 'AUTH-1b', field: 'authorization', message });
  }
  const isOrganization = kind === 'organization' && operation.definition['x-rules'].includes('AUTH-4');
  throw new Refusal('forbidden', {
    rule: isOrganization ? 'AUTH-4' : 'AUTH-1a',
    field: 'authorization',
    message: `${operation.id} needs the ${operation.tokenKinds.join(' or ')} token, not the ${kind} token.`,
  });
}

/** Parses the body. Throws if the store could not keep a value of the request. */
function readValues({ operation, request }: CallState): unknown {
  const { path, query, headers, bodyText } = request;
  checkValues(path, 'path');
  checkValues(query, 'query');
  const body = parseBody(operation.mediaType, { contentType: headers['content-type'], bodyText });
  checkValues(body, 'body');
  return body;
}

/** Compiling takes longer than starting, so each operation is compiled at its first call. */
const validators = new Map<OperationId, ReturnType<typeof createRequestValidator>>();

/**
 * Throws if the document forbids the request: with the first violation, and a list of the first ones, stated rules before
 * others.
 */
export function checkRequest(operation: ServiceOperation, request: IncomingRequest, body: unknown): void {
  const validate = validators.get(operation.id) ?? createRequestValidator(operation.id);
  validators.set(operation.id, validate);
  const { path, query, headers: header } = request;
  const found = validate({ path, query, header, body });
  if (found.length === 0) return;
  const sorted = found.toSorted((one, other) => weightOf(other) - weightOf(one));
  const refusal = listViolations(sorted, (violation) => {
    const field = shorten(violation.path || violation.in);
    // No rule of an operation is about a header.
    const ruleOfBody =
      violation.in === 'header' ? undefined : operation.definition['x-rules'].find((id) => !id.startsWith('AUTH'));
    const rule = violation.rule ?? ruleOfBody ?? 'ERR-1d';
    return { field, rule, message: `${field} ${violation.message}. ${violation.remedy ?? ''}`.trim() };
  });
  if (refusal) throw new Refusal('rule_violation', refusal);
}

/** Stated rules come first, then those that are refused with every setting, then implied ones. */
function weightOf({ rule, basis }: RequestViolation): number {
  if (rule === undefined || basis === 'stated') return 3;
  if (!canBeNoted(rule)) return 2;
  return basis === 'implied' ? 1 : 0;
}

/**
 * The tenant of a call that takes no token: for the ticket call, by the client id in the form. An operation without a handler, such
 * as a login, belongs to the default tenant.
 */
function getTenantWithoutToken({ service: { store, rules }, operation, body }: CallState): Tenant {
  const hasHandler = Object.hasOwn(rules.handlers, operation.id);
  return getTenantOfClient(store, hasHandler ? isObject(body) && body['client_id'] : defaultCredentials.clientId);
}

/** Chooses among the faults that the control API set for the operation. */
function chooseFault({ service, operation, notes }: CallState, tenant: Tenant): Fault | undefined {
  const fault = injectFault(service.store, tenant, { target: operation.id });
  if (fault) notes.push(`The fault ${fault.id} was injected: ${fault.kind}, ${fault.when} the call was handled.`);
  return fault;
}

/** Commits what the operation's handler changes, and returns its result. */
function handle(call: CallState, { tenant, caller }: { tenant: Tenant; caller: Caller | undefined }): unknown {
  const { service, operation, request, id: requestId, notes, refuseOrNote, body } = call;
  const { store, systemNow, rules } = service;
  const { path, query, headers } = request;
  const { id } = operation;
  if (!Object.hasOwn(rules.handlers, id)) return answerByExample(operation, { path, body });
  // The document was checked. If a rule is only noted, its field may be missing, and the operation says so.
  const parts = { path, query, body } as RequestParts<typeof id>;
  const now = readClock(tenant.clock, systemNow());
  const note = (text: string) => notes.push(text);
  const publicUrl = addressFor(service, headers);
  const context = { store, tenant, caller, now, publicUrl, requestId, note, refuseOrNote };
  const result = store.transaction(() => run(rules.handlers, id, { ...parts, ...context }));
  call.warnings = findWarnings(id, { ...context, body });
  return result;
}

function run<Id extends OperationId>(handlers: Handlers, id: Id, call: Call<Id>): unknown {
  return handlers[id](call);
}
