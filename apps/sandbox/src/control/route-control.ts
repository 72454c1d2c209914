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
import { readClock } from '../domain/clock.ts';
import { DomainError } from '../domain/refusal.ts';
import { hashSecret, matchesSecret } from '../domain/secret.ts';
import { requireTenant, rowToTenant } from '../domain/tenants.ts';
import {
  type Answer,
  type Environment,
  type HttpErrorCode,
  refusalStatuses,
  reportError,
  toResponse,
} from '../http/answer.ts';
import {
  addressFor,
  checkValues,
  listViolations,
  parseBody,
  readBody,
  readToken,
  shorten,
} from '../http/read-request.ts';
import { clockHandlers } from './clock.ts';
import type { ControlCall, ControlContext, ControlHandler, ControlHandlers } from './control-call.ts';
import { deliveryHandlers } from './deliveries.ts';
import { milestoneHandlers } from './milestones.ts';
import { overviewHandlers } from './overview.ts';
import { peopleHandlers } from './people.ts';
import { settingsHandlers } from './settings.ts';
import { tenantHandlers } from './tenants.ts';

/** The handler of each call. */
const handlers: ControlHandlers = {
  ...clockHandlers,
  ...deliveryHandlers,
  ...milestoneHandlers,
  ...overviewHandlers,
  ...peopleHandlers,
  ...settingsHandlers,
  ...tenantHandlers,
};

/** Every path of the control API starts with this. */
const prefix = '/_sandbox';

/** Routes the control API. No operation of the service has these paths. */
export function routeControl(app: Hono<Environment>, service: ControlContext): void {
  const toHandler = (during: string, answer: (context: Context<Environment>) => Answer | Promise<Answer>) => {
    return async (context: Context<Environment>): Promise<Response> => {
      try {
        checkAccess(context.env.incoming.headers, service);
        return toResponse(await answer(context));
      } catch (error) {
        return toResponse(error instanceof DomainError ? refusalAnswer(error) : reportError(error, { during }));
      }
    };
  };
  for (const operation of controlOperations) {
    const handler = toHandler(operation.id, (context) => answerControl(service, operation, context));
    app.on(operation.method, toHonoPath(operation.path), handler);
  }
  for (const { path } of controlOperations) {
    app.all(
      toHonoPath(path),
      toHandler('a refusal', ({ req }) => refuseMethod(path, req.method)),
    );
  }
  app.all(`${prefix}/*`, toHandler('a refusal', refusePath));
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
  { host, origin, authorization }: IncomingHttpHeaders,
  { controlToken, publicUrl }: Pick<ControlContext, 'controlToken' | 'publicUrl'>,
): void {
  if (controlToken !== undefined) {
    if (matchesSecret(readToken(authorization) ?? '', hashSecret(controlToken))) return;
    const message = 'Send the control token of this sandbox in the header authorization: Bearer <control token>.';
    throw new DomainError('unauthorized', { field: 'authorization', message });
  }
  if (origin === undefined || origin === `http://${host}` || origin === URL.parse(publicUrl ?? '')?.origin) return;
  const message = 'Web pages of another origin cannot use the control API.';
  throw new DomainError('forbidden', { field: 'origin', message });
}

/** Answers a call of the control API: body, document, tenant, handler, in this order. Throws if it is refused. */
async function answerControl(
  service: ControlContext,
  { id }: ControlOperation,
  { req, env }: Context<Environment>,
): Promise<Answer> {
  const bodyText = await readBody(env.incoming);
  // The call has to see every request that was answered before.
  service.requestLog.flush();
  const [path, query] = [req.param() as Record<string, string>, req.query()];
  checkValues(path, 'path');
  checkValues(query, 'query');
  // Browsers send JSON to another origin only after a preflight request.
  const body = parseBody('application/json', { contentType: req.header('content-type'), bodyText });
  checkValues(body, 'body');
  checkControlRequest(id, { path, query, body });
  const { tenant: tenantId } = path;
  const tenant = tenantId === undefined ? undefined : rowToTenant(requireTenant(service.store, tenantId));
  const now = tenant && readClock(tenant.clock, service.systemNow());
  const publicUrl = addressFor(service, env.incoming.headers);
  const call = { service, publicUrl, tenant, now, path, query, body } as ControlCall<ControlOperationId>;
  const handler = handlers[id] as ControlHandler<ControlOperationId>;
  return { status: 200, headers: {}, body: await handler(call) };
}

/** Refuses a call that the document doesn't describe. An unknown parameter would be ignored, and the caller not know it. */
function checkControlRequest(
  id: ControlOperationId,
  request: { path: Record<string, string>; query: Record<string, string>; body: unknown },
): void {
  checks[id] ??= createCheck(id);
  const { validate, parameters } = checks[id];
  const unknown = Object.keys(request.query).find((name) => !parameters.includes(name));
  if (unknown !== undefined) {
    const field = shorten(unknown);
    const message = `${id} has no parameter ${field}. ${parameters.length > 0 ? `Use ${parameters.join(', ')}.` : 'It has none.'}`;
    throw new DomainError('rule_violation', { field, message });
  }
  const refusal = listViolations(validate(request), ({ path, in: place, message, remedy }) => {
    const field = shorten(path || place);
    return { field, message: `${field} ${message}. ${remedy ?? ''}`.trim() };
  });
  if (refusal) throw new DomainError('rule_violation', refusal);
}

/** What a call is checked by: the document, and the names of the query. */
interface Check {
  validate: ReturnType<typeof createRequestValidator>;
  parameters: string[];
}

/** Compiling takes longer than starting, so each call is compiled at its first use. */
const checks: { [Id in ControlOperationId]?: Check } = {};

function createCheck(id: ControlOperationId): Check {
  const { parameters = [] } = listOperations(controlDocument).find((operation) => operation.id === id) ?? {};
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  return { validate: createRequestValidator(id, controlDocument), parameters: inQuery.map(({ name }) => name) };
}

function refuseMethod(path: string, method: string): Answer {
  const methods = controlOperations.filter((operation) => operation.path === path).map((found) => found.method);
  const message = `Send ${methods.join(' or ')} to this path, not ${method}.`;
  const refusal = new DomainError('method_not_allowed', { field: 'method', message });
  return { ...refusalAnswer(refusal), headers: { allow: methods.join(', ') } };
}

function refusePath(): Answer {
  const message = `The control API has no such path. ${prefix}/openapi.json describes it.`;
  return refusalAnswer(new DomainError('not_found', { message }));
}

/** Answers a refusal as the control document describes it. */
function refusalAnswer({ code, details }: DomainError<HttpErrorCode>): Answer {
  return { status: refusalStatuses[code], headers: {}, body: { error: code, ...details } };
}
