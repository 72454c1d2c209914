import { EscrowError } from '../errors/escrow-error.ts';
import { operationTable } from '../generated/operations.ts';
import type { OperationId } from '../operation-types.ts';
import { isRecord } from '../rules/is-record.ts';
import type { Exchange } from './send.ts';

/** The JSON value of a text; anything else gives nothing. A parser's error is not kept: it quotes what it read. */
export function parseJson(text: string, revive?: (name: string, value: unknown) => unknown): { value?: unknown } {
  try {
    return { value: JSON.parse(text, revive) };
  } catch {
    return {};
  }
}

/** What a path such as `data.id` leads to. */
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce((content, name) => (isRecord(content) ? content[name] : undefined), value);

/**
 * The body of a success. One that is not JSON, or lacks what is read of it, is an error where the document shows a body:
 * the call was carried out, and its answer can't be used.
 */
export function readSuccess(
  operationId: OperationId,
  { answer, attempts, outcome }: Exchange,
  { value }: { value?: unknown },
  needed: readonly string[] = [],
): unknown {
  const { host, isAnswerOpen } = operationTable[operationId];
  const missing = needed.filter((path) => ['', null, undefined].includes(at(value, path) as string));
  if (value !== undefined && missing.length === 0) return value;
  if (isAnswerOpen) return answer.text || undefined;
  const lack = value === undefined ? 'is not JSON' : `lacks ${missing.join(', ')}`;
  const message = `${operationId} was answered with ${answer.status}, but the answer ${lack}: check hosts.${host}, and whether it was carried out.`;
  throw new EscrowError('decode', message, { operationId, host, attempts, outcome });
}
