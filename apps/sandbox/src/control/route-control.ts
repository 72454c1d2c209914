import type { IncomingHttpHeaders } from 'node:http';
import {
  type ControlOperation,
  type ControlOperationId,
  controlDocument,
  controlOperations,
} from '@escrow-kit/sandbox-control';
import { listOperations } from '@escrow-kit/spec';
import { createRequestValidator } from '@escrow-kit/spec/validate';
import type { Context, Hono } from 'hono';
import { DomainError } from '../domain/refusal.ts';
import { hashSecret, matchesSecret } from '../domain/secret.ts';
import { readClock, requireTenant, rowToTenant } from '../domain/tenants/tenant.ts';
import { type Answer, type Environment, toResponse } from '../http/answer.ts';
import { listViolations, shorten } from '../http/list-violations.ts';
import { checkValues, parseBody, readBody, readToken } from '../http/read-request.ts';
import { type HttpErrorCode, refusalStatuses } from '../http/refusal-status.ts';
import { reportError } from '../http/report-error.ts';
import type { ControlCall, ControlContext, ControlHandler } from './control-call.ts';
import { controlHandlers } from './control-handlers.ts';

/** Every path of the control API starts with this. */
const prefix = '/_sandbox';

/** Routes the control API. No operation of the service has these paths. */
export function routeControl(app: Hono<Environment>, service: ControlContext): void {
  app.use(`${prefix}/*`, async ({ env }, next) => {
    const { headers } = env.incoming;
    const refusal = await answerErrors('the check of access', async () => checkAccess(headers, service));
    return refusal ? toResponse(refusal) : next();
  });
  for (const operation of controlOperations) {
    app.on(operation.method, toHonoPath(operation.path), async (context) =>
      toResponse(await answerErrors(operation.id, () => answerControl(service, operation, context))),
    );
  }
  app.all(`${prefix}/*`, ({ req }) => toResponse(refuseRoute(req.method, req.path)));
}

/** `/users/{userId}` is `/users/:userId` in Hono. */
function toHonoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/**
 * Decides who may call the control API. With a control token: anyone who sends it. Without one: anything on this machine except
 * a web page of another origin, which sends that origin. The host was checked before.
 */
function checkAccess(
  headers: IncomingHttpHeaders,
  { controlToken, publicUrl }: Pick<ControlContext, 'controlToken' | 'publicUrl'>,
): void {
  if (controlToken === undefined) checkPage(headers, publicUrl);
  else checkToken(headers.authorization, controlToken);
}

function checkPage({ host, origin }: IncomingHttpHeaders, publicUrl: string): void {
  if (origin === undefined || origin === `http://${host}` || origin === URL.parse(publicUrl)?.origin) return;
  const message = 'Web pages of another origin may not use the control API.';
  throw new DomainError('forbidden', { field: 'origin', message });
}

function checkToken(authorization: string | undefined, controlToken: string): void {
  if (matchesSecret(readToken(authorization) ?? '', hashSecret(controlToken))) return;
  const message = 'Send the control token of this sandbox in the header authorization: Bearer <control token>.';
  throw new DomainError('unauthorized', { field: 'authorization', message });
}

/** Answers a call of the control API: body, document, tenant, handler, in this order. Throws if it is refused. */
async function answerControl(
  service: ControlContext,
  { id }: ControlOperation,
  { req, env }: Context<Environment>,
): Promise<Answer> {
  const bodyText = await readBody(env.incoming);
  // The call has to see every request that was answered before.
  await service.requestLog.flush();
  const [path, query] = [req.param() as Record<string, string>, req.query()];
  checkValues(path, 'path');
  checkValues(query, 'query');
  // Browsers send JSON to another origin only after a preflight request.
  const body = parseBody('application/json', { contentType: req.header('content-type'), bodyText });
  checkValues(body, 'body');
  checkControlRequest(id, { path, query, body });
  const { tenant: tenantId } = path;
  const tenant = tenantId === undefined ? undefined : rowToTenant(await requireTenant(service.db, tenantId));
  const now = tenant && readClock(tenant.clock, service.systemNow());
  const call = { service, tenant, now, path, query, body } as unknown as ControlCall<ControlOperationId>;
  const handler = controlHandlers[id] as ControlHandler<ControlOperationId>;
  return { status: 200, headers: {}, body: await handler(call) };
}

/** Refuses a call that the document doesn't describe. An unknown parameter would be ignored, and the caller not know it. */
function checkControlRequest(
  id: ControlOperationId,
  request: { path: Record<string, string>; query: Record<string, string>; body: unknown },
): void {
  const { validate, parameters } = compile(id);
  const unknown = Object.keys(request.query).find((name) => !parameters.includes(name));
  if (unknown !== undefined) {
    const field = shorten(unknown);
    const message = `${id} has no parameter ${field}. ${parameters.length > 0 ? `It takes ${parameters.join(', ')}.` : 'It takes none.'}`;
    throw new DomainError('rule_violation', { field, message });
  }
  const refusal = listViolations(validate(request), ({ path, in: place, message, remedy }) => {
    const field = shorten(path || place);
    return { field, message: `${field} ${message}. ${remedy ?? ''}`.trim() };
  });
  if (refusal) throw new DomainError('rule_violation', refusal);
}

/** What a call is checked by. */
interface Check {
  validate: ReturnType<typeof createRequestValidator>;
  /** The names of its query. */
  parameters: string[];
}

/** Compiling takes longer than starting, so each call is compiled at its first use. */
const compiled = new Map<ControlOperationId, Check>();

function compile(id: ControlOperationId): Check {
  const known = compiled.get(id);
  if (known) return known;
  const { parameters = [] } = listOperations(controlDocument).find((operation) => operation.id === id) ?? {};
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const check = {
    validate: createRequestValidator(id, controlDocument),
    parameters: inQuery.map(({ name }) => name),
  };
  compiled.set(id, check);
  return check;
}

function refuseRoute(method: string, path: string): Answer {
  const methods = controlOperations.filter((operation) => isPath(operation.path, path)).map((found) => found.method);
  if (methods.length === 0) {
    const message = `The control API has no such path. ${prefix}/openapi.json describes it.`;
    return refusalAnswer(new DomainError('not_found', { message }));
  }
  const message = `Send ${methods.join(' or ')} to this path, not ${method}.`;
  const refusal = new DomainError('method_not_allowed', { field: 'method', message });
  return { ...refusalAnswer(refusal), headers: { allow: methods.join(', ') } };
}

function isPath(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
}

/** Turns an error into an answer: a refusal says what is wrong, anything else is an internal error. */
async function answerErrors<Result>(during: string, answer: () => Promise<Result>): Promise<Result | Answer> {
  try {
    return await answer();
  } catch (error) {
    return error instanceof DomainError ? refusalAnswer(error) : reportError(error, { during });
  }
}

/** Answers a refusal as the control document describes it. */
function refusalAnswer({ code, details }: DomainError<HttpErrorCode>): Answer {
  return { status: refusalStatuses[code], headers: {}, body: { error: code, ...details } };
}
