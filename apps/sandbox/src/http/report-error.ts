import { type Activity, writeError } from '../problems/write-error.ts';
import { isFull } from '../storage/errors.ts';
import type { Answer } from './answer.ts';

/**
 * Answers an error that is not a refusal: the store has no space, or there is a bug. Writes it to stderr, too. The
 * answer does not contain the error's message, because a database, for example, quotes the values that it refuses.
 */
export function reportError(error: unknown, activity: Activity): Answer {
  writeError(error, activity);
  if (isFull(error)) {
    const message =
      'No space is left where this sandbox keeps its data. This call was not done: free some space, then call again.';
    return { status: 503, headers: {}, body: { error: 'store_full', message } };
  }
  const message = 'Internal error of the sandbox; see stderr. Please report it.';
  return { status: 500, headers: {}, body: { error: 'internal', message } };
}
