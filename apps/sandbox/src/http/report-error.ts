import { describeError, isFull, isUnreachable } from '../storage/errors.ts';
import type { Answer } from './answer.ts';

/**
 * Answers an error that is no refusal: a store that does not answer or has no space, or else a defect of ours. Tells where it happened on
 * stderr. The error's message stays out of both: a database's, for one, quotes the values that it refuses.
 */
export function reportError(error: unknown, { during, requestId }: { during: string; requestId?: string }): Answer {
  process.stderr.write(`${describeError(error, requestId ? `${during}, ${requestId}` : during)}\n`);
  if (isUnreachable(error)) {
    const message = 'The database of this sandbox does not answer. Start it, then find out whether this call was done.';
    return { status: 503, headers: {}, body: { error: 'store_unreachable', message } };
  }
  if (isFull(error)) {
    const message =
      'No space is left where this sandbox keeps its data. This call was not done: free some space, then call again.';
    return { status: 503, headers: {}, body: { error: 'store_full', message } };
  }
  const message = 'The sandbox has a defect, which it tells about on stderr. Please report it.';
  return { status: 500, headers: {}, body: { error: 'internal', message } };
}
