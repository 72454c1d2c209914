import { resultCodeOf } from '@escrow-kit/databases/sqlite';
import { configurationError, WebhookError } from '../errors.ts';

const remedyByResultCode: Readonly<Record<number, string>> = {
  8: 'cannot be written: let this process write the file and its folder',
  14: 'cannot be opened: create its folder, and let this process write there',
  26: 'is not a SQLite database: name another file',
};

/** The error for a file that cannot be opened. */
export function openingError(error: unknown, path: string): WebhookError {
  if (error instanceof WebhookError) return error;
  const remedy = remedyByResultCode[resultCodeOf(error)];
  return remedy ? configurationError(`path: ${path} ${remedy}.`) : storeError(error);
}

/** The error for a file that cannot be used. */
export function storeError(error: unknown): WebhookError {
  if (error instanceof WebhookError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new WebhookError('inbox', `The SQLite inbox failed: ${message}.`, { cause: error });
}
