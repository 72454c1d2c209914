import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { getSignedCookie, setSignedCookie } from 'hono/cookie';
import type { Shop } from '../shop/shop.ts';

/** What a page knows of whoever asks for it. */
export interface Visited {
  Variables: {
    /** The browser's: the id of its seller, and of the buyer of its orders. A real shop has people sign in instead. */
    visitorId: string;
  };
}

const cookieName = 'visitor';
const yearInSeconds = 365 * 24 * 60 * 60;

/**
 * Gives each browser an id with the first page that it sees: before it sends a form, so that it finds its order again even if the
 * shop dies before the answer.
 */
export const knowVisitors =
  (shop: Shop): MiddlewareHandler<Visited> =>
  async (context, next) => {
    const { cookieSecret } = shop.config;
    const known = await getSignedCookie(context, cookieSecret, cookieName);
    const visitorId = known || randomUUID();
    context.set('visitorId', visitorId);
    // A frame that comes back from the checkout is sent without the cookie, and is given no other one.
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
