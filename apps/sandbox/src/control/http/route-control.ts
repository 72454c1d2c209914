import { type ControlOperation, controlOperations } from '@escrow-kit/sandbox-control';
import type { Context, Hono } from 'hono';
import { DomainError } from '../../domain/refusal.ts';
import { type Environment, toResponse } from '../../http/answer.ts';
import { readBody } from '../../http/read-request.ts';
import type { ControlContext } from '../control-call.ts';
import { answerControl, answerErrors, type ControlRequest, refusalAnswer } from './answer-control.ts';
import { checkAccess } from './check-access.ts';

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
    app.on(operation.method, toHonoPath(operation.path), (context) => answerOperation(service, operation, context));
  }
  app.all(`${prefix}/*`, ({ req }) => refuseRoute(req.method, req.path));
}

async function answerOperation(
  service: ControlContext,
  operation: ControlOperation,
  context: Context<Environment>,
): Promise<Response> {
  const answer = await answerErrors(operation.id, async () =>
    answerControl(service, operation, toControlRequest(context, await readBody(context.env.incoming))),
  );
  return toResponse(answer);
}

function toControlRequest({ req }: Context<Environment>, bodyText: string): ControlRequest {
  return {
    path: req.param() as Record<string, string>,
    query: req.query(),
    contentType: req.header('content-type'),
    bodyText,
  };
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
