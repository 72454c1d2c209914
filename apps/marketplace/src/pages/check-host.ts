import type { MiddlewareHandler } from 'hono';
import { isLoopbackHost } from '../config/loopback-host.ts';
import type { Shop } from '../shop/shop.ts';

const refusal = `The shop has another address: this machine's, or the one in SHOP_URL.
If this is the address that browsers use, set SHOP_URL to it and start the shop again.
`;

/**
 * Refuses a request that names another host than this machine's or that of `SHOP_URL`. The page of a stranger may let its own name
 * resolve to this machine (DNS rebinding). The browser then takes the shop for a part of that page's site and sends its name, which
 * is all that tells such a request apart.
 */
export function checkHost({ config }: Shop): MiddlewareHandler {
  const publicHost = config.url && new URL(config.url).hostname;
  return async (context, next) => {
    const { hostname } = new URL(context.req.url);
    if (!isLoopbackHost(hostname) && hostname !== publicHost) return context.text(refusal, 403);
    return await next();
  };
}
