import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import type { Shop } from '../shop/shop.ts';

/**
 * Derives the id of what a form creates from the form's random token. So submitting it twice, by a double click or after a lost
 * answer, creates one row. Only the shop can choose an id, because its secret is part of it.
 * @param what The kind of row, its owner and its content.
 */
export function createdId({ config }: Shop, formToken: string, what: readonly string[]): string {
  // The secret signs the cookies too. With another key, an id is never a cookie's signature.
  const key = `created ids ${config.cookieSecret}`;
  return createHmac('sha256', key)
    .update(JSON.stringify([formToken, ...what]))
    .digest('hex')
    .slice(0, idLength);
}

const idLength = 32;

/** Reads an id from the path. A malformed one becomes an empty text, which matches nothing: PostgreSQL rejects some characters. */
export function readId(context: Context, name: string): string {
  const id = context.req.param(name) ?? '';
  return /^[0-9a-f]+$/.test(id) && id.length === idLength ? id : '';
}
