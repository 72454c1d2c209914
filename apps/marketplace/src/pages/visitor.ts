import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { getSignedCookie, setSignedCookie } from 'hono/cookie';
import type { Shop } from '../shop/shop.ts';

/** The variables that `knowVisitors` sets. */
export interface Visited {
  Variables: {
    /** Identifies the browser; used as seller id and buyer id. A real shop has people sign in instead. */
    visitorId: string;
  };
}

const cookieName = 'visitor';
const yearInSeconds = 365 * 24 * 60 * 60;

/**
 * Gives each browser an id with its first page. It has one before it sends a form, so it finds its order again even if the shop
 * dies before the answer.
 */
export const knowVisitors =
  (shop: Shop): MiddlewareHandler<Visited> =>
  async (context, next) => {
    const { cookieSecret } = shop.config;
    const known = await getSignedCookie(context, cookieSecret, cookieName);
    const visitorId = known || randomUUID();
    context.set('visitorId', visitorId);
    // The request of a frame that comes back from the checkout lacks the cookie, so it must not set a new one.
    if (!known && context.req.header('sec-fetch-dest') !== 'iframe') {
      await setSignedCookie(context, cookieName, visitorId, cookieSecret, {
        httpOnly: true,
        sameSite: 'Lax',
        secure: shop.url.startsWith('https:'),
        maxAge: yearInSeconds,
        path: '/',
      });
    }
    await next();
  };
