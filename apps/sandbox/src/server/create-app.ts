import { Hono } from 'hono';
import { routeCheckoutPage } from '../checkout-page/route-checkout-page.ts';
import { routeControl } from '../control/route-control.ts';
import { routeDashboard } from '../dashboard/route-dashboard.ts';
import { Refusal } from '../refusal.ts';
import { routeSdkScript } from '../sdk-script/route-sdk-script.ts';
import { refusalAnswer } from './answer.ts';
import type { Environment } from './environment.ts';
import { logStrayCall } from './log-stray-call.ts';
import { reportError } from './report-error.ts';
import type { Service } from './service.ts';
import { toResponse } from './to-response.ts';

/** Routes everything that is not an operation of the document: the control API and the pages. */
export function createApp(service: Service): Hono<Environment> {
  const app = new Hono<Environment>();
  routeControl(app, service);
  routeCheckoutPage(app, service);
  routeSdkScript(app);
  routeDashboard(app);
  app.onError((error) => toResponse(reportError(error, { during: 'a request' })));
  app.notFound(async ({ env, req }) => {
    const message =
      'The document has no such path. Compare it with the paths in openapi.bundle.json of @escrow-kit/spec.';
    const refusal = new Refusal('not_found', { rule: 'ERR-1', message });
    if (!req.path.startsWith('/dashboard')) await logStrayCall(service, { incoming: env.incoming, refusal });
    return toResponse(refusalAnswer(refusal));
  });
  return app;
}
