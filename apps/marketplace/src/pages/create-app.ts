import { createFetchHandler } from '@escrow-kit/webhooks/fetch';
import { Hono } from 'hono';
import { csrf } from 'hono/csrf';
import { html } from 'hono/html';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { inWords, type Shop, ShopError } from '../shop/shop.ts';
import { bundleAssets } from './bundle-assets.ts';
import { checkHost } from './check-host.ts';
import { limitForm } from './forms.ts';
import { itemRoutes } from './item-pages.ts';
import { page } from './layout.ts';
import { operatorRoutes } from './operator-pages.ts';
import { orderRoutes } from './order-pages.ts';
import { problemOf } from './problems.ts';
import { sellerRoutes } from './seller-pages.ts';
import { knowVisitors } from './visitor.ts';

/** Creates the app with all routes of the shop. */
export async function createApp(shop: Shop): Promise<Hono> {
  const { script, styles } = await bundleAssets();
  const { sdkUrl, client } = shop.config;
  const app = new Hono();

  // Before the check of the host, because the service may use another host name than browsers do. The receiver verifies
  // the signature and limits the size.
  app.post('/webhooks', ({ req }) => createFetchHandler(shop.receiver)(req.raw));

  app.use(checkHost(shop));

  app.get('/styles.css', (context) => context.body(styles, 200, { 'content-type': 'text/css; charset=utf-8' }));
  app.get('/shop.js', (context) => context.body(script, 200, { 'content-type': 'text/javascript; charset=utf-8' }));

  app.use(
    // Behind a TLS proxy, a request has another scheme than the page that sends it.
    csrf({ origin: (origin, { req }) => origin === shop.url || origin === new URL(req.url).origin }),
    secureHeaders({
      referrerPolicy: 'same-origin',
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", new URL(sdkUrl).origin],
        styleSrc: ["'self'"],
        imgSrc: ['data:'], // the icons of Pico's stylesheet
        connectSrc: ["'self'"],
        frameSrc: ["'self'", ...client.checkoutHosts],
        // Forms redirect to the checkout; inside the modal's frame, the checkout leads back to a page of the shop.
        formAction: ["'self'", ...client.checkoutHosts],
        frameAncestors: ["'self'"],
        baseUri: ["'none'"],
      },
    }),
    limitForm,
    knowVisitors(shop),
    async (context, next) => {
      await next();
      // Pages are personal, and a redirect to the checkout holds a ticket.
      context.header('cache-control', 'no-store');
    },
  );
  app.route('/', itemRoutes(shop));
  app.route('/', orderRoutes(shop));
  app.route('/seller', sellerRoutes(shop));
  app.route('/operator', operatorRoutes(shop));

  app.notFound((context) => context.html(page('Page not found', html`<p><a href="/">See the items</a></p>`), 404));
  app.onError((error, context) => {
    if (error instanceof HTTPException) return error.getResponse(); // From a middleware, such as a 401.
    const { status, text } = problemOf(error);
    if (!(error instanceof ShopError)) shop.log(`${context.req.method} ${context.req.path}: ${inWords(error)}`);
    return context.html(
      page('Something went wrong', html`<p>${text}</p><p><a href="/orders">Your orders</a></p>`),
      status,
    );
  });
  return app;
}
