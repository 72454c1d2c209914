import type { MiddlewareHandler } from 'hono';
import { isLoopbackHost } from '../config/config.ts';
import type { Shop } from '../shop/shop.ts';

const refusal = `The shop has another address: this machine's, or the one in SHOP_URL.
If this is the address that browsers use, set SHOP_URL to it and start the shop again.
`;

/**
 * Refuses a request whose Host is neither loopback nor that of `SHOP_URL`. An attacker can make a name of their own resolve to this
 * machine (DNS rebinding), so that the browser treats the shop as part of the attacker's site. Only the Host header shows that.
 */
export function checkHost({ config }: Shop): MiddlewareHandler {
  const publicHost = config.url && new URL(config.url).hostname;
  return async (context, next) => {
    const { hostname } = new URL(context.req.url);
    if (!isLoopbackHost(hostname) && hostname !== publicHost) return context.text(refusal, 403);
    return await next();
  };
}
