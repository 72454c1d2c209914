/**
 * What may be printed of an error: its class, its code and its stack. Not its message: a database, for example, quotes the
 * values that it refuses.
 */
export const describeError = (error: unknown, during: string): string =>
  [`error during ${during}: ${describeKind(error)}`, ...listFrames(error)].join('\n');

/** The class and the code of an error, without its message. */
export function describeKind(error: unknown): string {
  return error instanceof Error ? `${error.name} ${codeOf(error)}`.trimEnd() : `a thrown ${typeof error}`;
}

/** The frames of an error's stack, without its message. */
function listFrames(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
}

/** The frames in the sandbox's own code. The topmost frame may be a library's: the driver's, for every error of a database. */
export const listOwnFrames = (error: unknown): string[] => listFrames(error).filter(isOwn);

/** The folder of the sources, or the package's root once it is built into `dist`. */
const ownFolder = new URL('..', import.meta.url).href;

function isOwn(frame: string): boolean {
  const [, path] = frame.split(ownFolder);
  return path !== undefined && !path.startsWith('node_modules/');
}

/** The code, and SQLite's result code, which says what was wrong. */
function codeOf(error: unknown): string {
  const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown };
  return [code, errcode].filter((each) => typeof each === 'string' || typeof each === 'number').join(' ');
}
