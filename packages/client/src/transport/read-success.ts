import { fail } from '../errors/escrow-error.ts';
import { valueAt } from '../rules/value-at.ts';
import type { Exchange } from './send.ts';

/** The JSON value of a text; anything else gives nothing. A parser's error is not kept: it quotes what it read. */
export function parseJson(text: string, revive?: (name: string, value: unknown) => unknown): { value?: unknown } {
  try {
    return { value: JSON.parse(text, revive) };
  } catch {
    return {};
  }
}

/**
 * The body of a success. One that is not JSON, or lacks what is read of it, is an error where the document shows a body:
 * the call was carried out, and its answer can't be used.
 */
export function readSuccess(
  { text, call }: Exchange,
  { value }: { value?: unknown },
  needed: readonly string[] = [],
): unknown {
  const lacking = needed.filter((path) => (valueAt(value, path) ?? '') === '').join(', ');
  if (value !== undefined && !lacking) return value;
  if (call.isAnswerOpen) return text || undefined;
  fail('decode', `carried out, but its answer has no ${lacking || 'JSON'}.`, call);
}
