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

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

/**
 * The body of a success. One that is not JSON, or lacks what is read of it, is an error where the document shows a body:
 * the call was carried out, and its answer can't be used.
 */
export function readSuccess({ text, response, call, operation }: Exchange, needed: readonly string[] = []): unknown {
  const body = parseJson(text);
  const lacking = needed.filter((path) => isMissing(valueAt(body, path)));
  if (body !== undefined && lacking.length === 0) return body;
  if (operation.isAnswerOpen) return text === '' ? undefined : text;
  const what = lacking.join(', ') || 'JSON';
  const remedy =
    call.method === 'GET' ? 'It only reads, so it may be sent again.' : 'Look it up before you send it again.';
  fail('decode', `was carried out (${response.status}), but its answer has no ${what}. ${remedy}`, call);
}

/** What a path such as `data.id` leads to. Undefined where it leads nowhere. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) found = isRecord(found) ? found[name] : undefined;
  return found;
}
