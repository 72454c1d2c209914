import { Hono } from 'hono';
import { routeControl } from '../control/route-control.ts';
import { Refusal } from '../domain/refusal.ts';
import { type Environment, toResponse } from '../http/answer.ts';
import { reportError } from '../http/report-error.ts';
import { routeCheckoutPage } from '../pages/checkout/route-checkout-page.ts';
import { routeDashboard } from '../pages/dashboard/route-dashboard.ts';
import { routeSdkScript } from '../pages/sdk-script/route-sdk-script.ts';
import { refusalAnswer } from '../service/refusal-answer.ts';
import { logStrayCall } from './log-stray-call.ts';
import type { ServerContext } from './server-context.ts';

/** Routes everything that is not an operation of the document: the control API and the pages. */
export function createApp(service: ServerContext): Hono<Environment> {
  const app = new Hono<Environment>();
  routeControl(app, service);
  routeCheckoutPage(app, service);
  routeSdkScript(app);
  routeDashboard(app);
  app.onError((error) => toResponse(reportError(error, { during: 'a request' })));
  app.notFound(async ({ env, req }) => {
    const message =
      'The document has no such path. Compare it with the paths in openapi.bundle.json of @escrow-kit/spec.';
    const refusal = new Refusal('not_found', { rule: 'ERR-1d', message });
    if (!req.path.startsWith('/dashboard')) await logStrayCall(service, { incoming: env.incoming, refusal });
    return toResponse(refusalAnswer(refusal));
  });
  return app;
}
