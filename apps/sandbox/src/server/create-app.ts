import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { operations } from '../document/operations.ts';

import { Refusal } from '../refusal.ts';
import { type Answer, refusalAnswer } from './answer.ts';
import { answerCall } from './answer-call.ts';
import type { Service } from './service.ts';

/** The largest body accepted: far above any contract, far below what would hurt. Our choice: not shown. */
const bodyLimitInBytes = 1024 * 1024;

type Environment = { Bindings: HttpBindings };

/** Routes every operation of the document, on one origin. */
export function createApp(service: Service): Hono<Environment> {
  const app = new Hono<Environment>();
  app.use(bodyLimit({ maxSize: bodyLimitInBytes, onError: refuseBodySize }));
  for (const operation of operations) {
    app.on(operation.method, toHonoPath(operation.path), async (context) => {
      const answer = await answerCall(service, operation, await toRequest(context));
      return toResponse(answer);
    });
  }
  refuseOtherMethods(app);
  app.notFound(() => refuse(new Refusal('not_found', { rule: 'ERR-1', message: 'The document has no such path.' })));
  return app;
}

/** `/users/{userId}` is `/users/:userId` in Hono. */
function toHonoPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

async function toRequest({ req }: Context<Environment>) {
  const url = new URL(req.url);
  return {
    method: req.method,
    target: url.pathname + url.search,
    authorization: req.header('authorization'),
    contentType: req.header('content-type'),
    path: req.param() as Record<string, string>,
    query: req.query(),
    bodyText: await req.text(),
  };
}

function toResponse({ status, headers, body }: Answer): Response {
  if (body === undefined) return new Response(null, { status, headers });
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

function refuse(refusal: Refusal): Response {
  return toResponse(refusalAnswer(refusal));
}

function refuseBodySize(): Response {
  const message = `Send a body of at most ${bodyLimitInBytes} bytes.`;
  return refuse(new Refusal('body_too_large', { rule: 'ERR-1', field: 'body', message }));
}

function refuseOtherMethods(app: Hono<Environment>): void {
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const allowed = operations.filter((operation) => operation.path === path).map(({ method }) => method);
    app.all(toHonoPath(path), () => {
      const message = `Send ${allowed.join(' or ')} to this path.`;
      const response = refuse(new Refusal('method_not_allowed', { rule: 'ERR-1', field: 'method', message }));
      response.headers.set('allow', allowed.join(', '));
      return response;
    });
  }
}
