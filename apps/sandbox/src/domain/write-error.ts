/** The activity that failed. */
export interface Activity {
  /** The operation, or another constant text. */
  during: string;
  /** Of the request, if there is one. */
  requestId?: string | undefined;
}

/**
 * Writes an error to stderr: a line with its activity, its class and its code, then its stack. Never its message: a database, for
 * example, quotes the values that it refuses.
 */
export function writeError(error: unknown, { during, requestId }: Activity): void {
  const place = requestId === undefined ? during : `${during}, ${requestId}`;
  process.stderr.write(`${[`error during ${place}: ${describeKind(error)}`, ...listFrames(error)].join('\n')}\n`);
}

/** The class and the code of an error, without its message. */
function describeKind(error: unknown): string {
  return error instanceof Error ? `${error.name} ${codeOf(error)}`.trimEnd() : `a thrown ${typeof error}`;
}

/** The frames of an error's stack, without its message. */
function listFrames(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
}

/** The code, and SQLite's result code, which says what was wrong. */
function codeOf(error: Error): string {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return [code, errcode].filter((each) => typeof each === 'string' || typeof each === 'number').join(' ');
}
