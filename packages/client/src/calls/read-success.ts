import { fail } from '../errors/escrow-error.ts';
import { isRecord } from '../rules/guards.ts';
import type { Exchange } from '../transport/send.ts';

/** The value of a JSON text, undefined for any other text. A parser's error is not kept: it quotes what it read. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A whole number from 2 to the 53rd on is not exact any more: as an id it may be that of somebody else. */
const isInexact = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

const isUnusable = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || isInexact(value);

/**
 * The body of a success. One that is not JSON, or lacks what is read of it, is an error where the document shows a body:
 * the call was carried out, and its answer can't be used.
 */
export function readSuccess({ text, response, call, operation }: Exchange, needed: readonly string[] = []): unknown {
  const body = parseJson(text);
  const lacking = needed.filter((path) => isUnusable(valueAt(body, path)));
  if (body !== undefined && lacking.length === 0) return body;
  if (operation.isAnswerOpen) return text === '' ? undefined : text;
  const isTooLarge = lacking.some((path) => isInexact(valueAt(body, path)));
  const what = lacking.join(', ') || 'JSON';
  const remedy =
    call.method === 'GET' ? 'It only reads, so it may be sent again.' : 'Look it up before you send it again.';
  fail(
    'decode',
    `was carried out (${response.status}), but its answer has no ${what}${isTooLarge ? ' that JavaScript can hold exactly' : ''}. ${remedy}`,
    call,
  );
}

/** What a path such as `data.id` leads to. Undefined where it leads nowhere. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) found = isRecord(found) ? found[name] : undefined;
  return found;
}
