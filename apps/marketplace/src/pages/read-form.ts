import type { Context } from 'hono';
import { ShopError } from '../shop-error.ts';

/**
 * The fields of a form, trimmed.
 * @throws ShopError `form` that names the first one that is empty.
 */
export async function readForm<Name extends string>(
  context: Context,
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const body = await context.req.parseBody();
  const entries = names.map((name) => [name, String(body[name] ?? '').trim()] as const);
  const empty = entries.find(([, value]) => value === '');
  if (empty) throw new ShopError('form', `Fill in ${empty[0]}.`);
  return Object.fromEntries(entries) as Record<Name, string>;
}
