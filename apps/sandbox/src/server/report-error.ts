import type { Answer } from './answer.ts';

/**
 * Answers an error that is a defect of ours, and tells where it happened on stderr. Its message stays out of both: a
 * database's, for one, quotes the values that it refuses.
 */
export function reportError(error: unknown, { during, requestId }: { during: string; requestId?: string }): Answer {
  process.stderr.write(`${describeError(error, requestId ? `${during}, ${requestId}` : during)}\n`);
  const message = 'The sandbox has a defect, which it tells about on stderr. Please report it.';
  return { status: 500, headers: {}, body: { error: 'internal', message } };
}

/** What may be told of an error: its kind, its code and its stack. */
export function describeError(error: unknown, during: string): string {
  if (!(error instanceof Error)) return `internal error during ${during}: a thrown ${typeof error}`;
  const { code } = error as { code?: unknown };
  const kind = typeof code === 'string' ? `${error.name} ${code}` : error.name;
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
  return [`internal error during ${during}: ${kind}`, ...frames].join('\n');
}
