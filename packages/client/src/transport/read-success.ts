import { EscrowError } from '../errors/escrow-error.ts';
import { operationTable } from '../generated/operations.ts';
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
  { answer, progress }: Exchange,
  { value }: { value?: unknown },
  needed: readonly string[] = [],
): unknown {
  const missing = needed.filter((path) => (valueAt(value, path) ?? '') === '');
  if (value !== undefined && !missing[0]) return value;
  if (operationTable[progress.operationId].isAnswerOpen) return answer.text || undefined;
  const lack = value === undefined ? 'is not JSON' : `lacks ${missing.join(', ')}`;
  const message = `its answer ${lack}: check hosts.${progress.host}, and whether it was carried out.`;
  throw new EscrowError('decode', message, progress);
}
