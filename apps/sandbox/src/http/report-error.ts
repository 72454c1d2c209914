import type { Activity, ProblemLog } from '../problems/problem-log.ts';
import { isFull, isUnreachable } from '../storage/errors.ts';
import type { Answer } from './answer.ts';

/**
 * Answers an error that is not a refusal: the store does not answer or has no space, or there is a bug. Reports it, too. The
 * answer does not contain the error's message, because a database, for example, quotes the values that it refuses.
 */
export function reportError({ problems }: { problems: ProblemLog }, error: unknown, activity: Activity): Answer {
  problems.report('requests', error, activity);
  if (isUnreachable(error)) {
    const message = 'The database of this sandbox does not answer. Start it, then check whether this call was done.';
    return { status: 503, headers: {}, body: { error: 'store_unreachable', message } };
  }
  if (isFull(error)) {
    const message =
      'No space is left where this sandbox keeps its data. This call was not done: free some space, then call again.';
    return { status: 503, headers: {}, body: { error: 'store_full', message } };
  }
  const message = 'Internal error of the sandbox; see stderr. Please report it.';
  return { status: 500, headers: {}, body: { error: 'internal', message } };
}
