import { resultCodeOf } from '@escrow-kit/shared/sqlite';
import { configurationError, WebhookError } from '../errors/webhook-error.ts';

const cannotBeOpened = 'cannot be opened: create its folder, and let this process write there';

const remedyByResultCode: Readonly<Record<number, string>> = {
  8: 'cannot be written: let this process write the file and its folder',
  14: cannotBeOpened,
  26: 'is not a SQLite database: name another file',
};

/** Errors of the system, if a file cannot be created. */
const systemCodes: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS'];

/** The error for a file that cannot be opened. */
export function openingError(error: unknown, path: string): WebhookError {
  if (error instanceof WebhookError) return error;
  const isOfSystem = systemCodes.includes((error as { code?: unknown }).code);
  const remedy = isOfSystem ? cannotBeOpened : remedyByResultCode[resultCodeOf(error)];
  return remedy ? configurationError(`path: ${path} ${remedy}.`) : storeError(error);
}

/** The error for a file that cannot be used. */
export function storeError(error: unknown): WebhookError {
  if (error instanceof WebhookError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new WebhookError('inbox', `The SQLite inbox failed: ${message}.`, { cause: error });
}
