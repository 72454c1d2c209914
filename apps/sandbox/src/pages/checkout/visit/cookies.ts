import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Environment } from '../../../http/environment.ts';

/** A cookie of the checkout: its name, and the path that alone sends it. */
export interface CookieScope {
  name: string;
  path: string;
}

/** The end of the name of the second cookie. */
const plain = '_plain';

/**
 * Sets a cookie that holds inside an iframe of another site as well: `SameSite=None; Secure`, and `Partitioned`, so that
 * a session begun on one site is nobody's on another. Browsers take `Secure` cookies from https and, most of them, from
 * loopback. Over http a second one, for the page in a window of its own, serves those that do not.
 */
export function setPageCookie(context: Context<Environment>, { name, path }: CookieScope, value: string): void {
  setCookie(context, name, value, { path, httpOnly: true, secure: true, sameSite: 'None', partitioned: true });
  if (!isEncrypted(context)) setCookie(context, name + plain, value, { path, httpOnly: true, sameSite: 'Lax' });
}

/** Reads what {@link setPageCookie} set. */
export function readPageCookie(context: Context<Environment>, { name }: Pick<CookieScope, 'name'>): string | undefined {
  return getCookie(context, name) ?? (isEncrypted(context) ? undefined : getCookie(context, name + plain));
}

/** Also behind a proxy that speaks TLS for the sandbox. What a client claims here, only its own cookies feel. */
function isEncrypted({ req }: Context<Environment>): boolean {
  return req.header('x-forwarded-proto') === 'https';
}
