import type { IncomingMessage } from 'node:http';
import { type ControlOperation, controlOperations } from '@escrow-kit/sandbox-control';
import type { Context, Hono } from 'hono';
import { DomainError, Refusal } from '../../domain/refusal.ts';
import { toResponse } from '../../http/answer.ts';
import type { Environment } from '../../http/environment.ts';
import { bodyLimitInBytes, readBody } from '../../http/read-request.ts';
import type { HttpRefusal } from '../../http/refusal-status.ts';
import type { ControlContext } from '../control-context.ts';
import { streamChanges } from '../stream/stream-changes.ts';
import { admitControl, answerControl, answerErrors, type ControlRequest, refusalAnswer } from './answer-control.ts';
import { checkAccess } from './check-access.ts';

/** The largest body of an import. Every other call has the limit of the service's calls. */
const importLimitInBytes = 64 * 1024 * 1024;

/** Every path of the control API starts with this. */
const prefix = '/_sandbox';

/** Routes the control API. No operation of the service has these paths. */
export function routeControl(app: Hono<Environment>, service: ControlContext): void {
  app.use(`${prefix}/*`, async (context, next) => {
    const refusal = await findAccessRefusal(service, context);
    return refusal ?? next();
  });
  for (const operation of controlOperations) routeOperation(app, service, operation);
  app.all(`${prefix}/*`, ({ req }) => refuseRoute(req.method, req.path));
}

function routeOperation(app: Hono<Environment>, service: ControlContext, operation: ControlOperation): void {
  const limitInBytes = operation.id === 'importTenant' ? importLimitInBytes : bodyLimitInBytes;
  app.on(operation.method, toHonoPath(operation.path), async (context) => {
    const { incoming } = context.env;
    const bodyText = await readBody(incoming, limitInBytes).catch((error: unknown) => toRefusal(error));
    if (bodyText instanceof Refusal) return refuseBody(bodyText, { operation, incoming });
    const request = toControlRequest(context, bodyText);
    if (operation.id === 'streamChanges') return answerStream(service, { context, request });
    return toResponse(await answerControl(service, operation, request));
  });
}

async function answerStream(
  service: ControlContext,
  { context, request }: { context: Context<Environment>; request: ControlRequest },
): Promise<Response> {
  let stream: Response | undefined;
  const answer = await answerErrors(service, 'streamChanges', async () => {
    const { tenant } = await admitControl(service, { id: 'streamChanges' }, request);
    stream = streamChanges(service, { context, tenantId: tenant.id });
    return { status: 200, headers: {}, body: undefined };
  });
  return stream ?? toResponse(answer);
}

async function findAccessRefusal(
  service: ControlContext,
  { req }: Context<Environment>,
): Promise<Response | undefined> {
  const headers = {
    authorization: req.header('authorization'),
    host: req.header('host'),
    origin: req.header('origin'),
  };
  try {
    checkAccess(headers, service);
    return undefined;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return toResponse(refusalAnswer(error));
  }
}

function toControlRequest({ req }: Context<Environment>, bodyText: string): ControlRequest {
  return {
    path: req.param() as Record<string, string>,
    query: req.query(),
    contentType: req.header('content-type'),
    bodyText,
  };
}

function toRefusal(error: unknown): HttpRefusal {
  if (error instanceof Refusal) return error;
  throw error;
}

function refuseBody(
  { code, details: { field, message } }: HttpRefusal,
  { operation, incoming }: { operation: ControlOperation; incoming: IncomingMessage },
): Response {
  // The rest of the body is read and dropped, so that the client reads the answer.
  incoming.resume();
  const remedy = operation.id === 'importTenant' ? ' Export with requests=false to leave the request log out.' : '';
  const answer = refusalAnswer(new DomainError(code, { field, message: message + remedy }));
  return toResponse({ ...answer, headers: { connection: 'close' } });
}

function refuseRoute(method: string, path: string): Response {
  const methods = controlOperations.filter((operation) => isPath(operation.path, path)).map((found) => found.method);
  if (methods.length === 0) {
    const message = `The control API has no such path. ${prefix}/openapi.json describes it.`;
    return toResponse(refusalAnswer(new DomainError('not_found', { message })));
  }
  const message = `Send ${methods.join(' or ')} to this path, not ${method}.`;
  const refusal = new DomainError('method_not_allowed', { field: 'method', message });
  return toResponse({ ...refusalAnswer(refusal), headers: { allow: methods.join(', ') } });
}

function isPath(template: string, path: string): boolean {
  return new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
}

/** `/users/{userId}` is `/users/:userId` in Hono. */
function toHonoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
