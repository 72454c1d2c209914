import { Hono } from 'hono';
import { routeControl } from '../control/route-control.ts';
import { Refusal } from '../refusal.ts';
import { refusalAnswer } from './answer.ts';
import type { Environment } from './environment.ts';
import { reportError } from './report-error.ts';
import type { Service } from './service.ts';
import { toResponse } from './to-response.ts';

/** Routes everything that is not an operation of the document: the control API. */
export function createApp(service: Service): Hono<Environment> {
  const app = new Hono<Environment>();
  routeControl(app, service);
  app.onError((error) => toResponse(reportError(error, { during: 'a request' })));
  app.notFound(() => {
    const message = 'The document has no such path.';
    return toResponse(refusalAnswer(new Refusal('not_found', { rule: 'ERR-1', message })));
  });
  return app;
}
