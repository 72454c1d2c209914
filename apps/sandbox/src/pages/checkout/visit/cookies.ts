import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Environment } from '../../../http/answer.ts';

/** A cookie of the checkout: its name and its path. */
export interface CookieScope {
  name: string;
  path: string;
}

/** The end of the name of the second cookie. */
const plain = '_plain';

/**
 * Sets a cookie that also works in an iframe of another site: `SameSite=None; Secure`, and `Partitioned`, so that a session of
 * one site does not exist on another. Browsers accept `Secure` cookies from https and, most of them, from loopback. Over http,
 * a second cookie serves the other browsers, for the page in its own window.
 */
export function setPageCookie(context: Context<Environment>, { name, path }: CookieScope, value: string): void {
  setCookie(context, name, value, { path, httpOnly: true, secure: true, sameSite: 'None', partitioned: true });
  if (!isEncrypted(context)) setCookie(context, name + plain, value, { path, httpOnly: true, sameSite: 'Lax' });
}

/** Reads what {@link setPageCookie} set. */
export function readPageCookie(context: Context<Environment>, { name }: Pick<CookieScope, 'name'>): string | undefined {
  return getCookie(context, name) ?? (isEncrypted(context) ? undefined : getCookie(context, name + plain));
}

/** Also true behind a proxy that terminates TLS. A false claim of a client affects only its own cookies. */
function isEncrypted({ req }: Context<Environment>): boolean {
  return req.header('x-forwarded-proto') === 'https';
}
