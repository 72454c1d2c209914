import { isFull } from '../storage/is-full.ts';
import { isUnreachable } from '../storage/is-unreachable.ts';
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

/** What may be told of an error: its kind, its code and its stack. */
export function describeError(error: unknown, during: string): string {
  if (!(error instanceof Error)) return `error during ${during}: a thrown ${typeof error}`;
  const kind = `${error.name} ${codeOf(error)}`.trimEnd();
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
  return [`error during ${during}: ${kind}`, ...frames].join('\n');
}

/** The code, and that of SQLite, which alone tells what was wrong. */
function codeOf(error: unknown): string {
  const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown };
  return [code, errcode].filter((each) => typeof each === 'string' || typeof each === 'number').join(' ');
}
