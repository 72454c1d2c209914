import type { Hono } from 'hono';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { paymentDisplayScript } from '../../generated/payment-display.ts';
import type { Environment } from '../../http/answer.ts';

/** The path of the script (CHECKOUT-2). */
const path = '/v2/payment-display.min.js';

/** Pages of every origin may load it. It is revalidated each time, so that a newer sandbox's script is used at once. */
const headers = {
  'content-type': 'text/javascript; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, no-cache',
};

/** Routes the script that shows the checkout on a shop's own page (CHECKOUT-2). */
export function routeSdkScript(app: Hono<Environment>): void {
  app.use(path, etag({ retainedHeaders: [...RETAINED_304_HEADERS, ...Object.keys(headers)] }));
  app.get(path, (context) => context.body(paymentDisplayScript, 200, headers));
}
