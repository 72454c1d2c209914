import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import type { Shop } from '../shop/shop.ts';

/**
 * The id of what a form creates. Each form carries a random token, so a form that is sent twice creates one thing: by a double click,
 * or by a visitor who got no answer. Only the shop can choose an id, because its secret is part of it.
 * @param what What is created, by whom and of what.
 */
export function createdId({ config }: Shop, formToken: string, what: readonly string[]): string {
  // The secret signs the cookies too: with another key, no id is the signature of a cookie.
  const key = `created ids ${config.cookieSecret}`;
  return createHmac('sha256', key)
    .update(JSON.stringify([formToken, ...what]))
    .digest('hex')
    .slice(0, idLength);
}

const idLength = 32;

/** An id in the path, or an empty text, which matches nothing, if it is malformed: PostgreSQL rejects some characters. */
export function readId(context: Context, name: string): string {
  const id = context.req.param(name) ?? '';
  return /^[0-9a-f]+$/.test(id) && id.length === idLength ? id : '';
}
