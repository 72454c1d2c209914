import { isFull, isUnreachable } from '../storage/errors.ts';

/** The kinds of work that can fail. */
type ProblemKind = 'requests' | 'webhook deliveries and scheduled moves' | 'the request log';

/** The activity that failed. */
export interface Activity {
  /** The operation, or another constant text: what fails in another one is another problem. */
  during: string;
  /** Of the request, if there is one. */
  requestId?: string | undefined;
}

/**
 * Says on stderr what fails, without drowning it. The first failure of a problem is written, and further ones are counted. The
 * count is written when the problem is over: when nothing has failed for a minute.
 *
 * An outage is one kind of work that fails because the store does not answer, or is full. A bug is one error at one place of the
 * sandbox during one activity, and is written with its request and its stack.
 */
export interface ProblemLog {
  /** Counts a failure, and writes the first one of a problem. Never writes an error's message. */
  report(kind: ProblemKind, error: unknown, activity: Activity): void;
  /** Ends every problem. */
  close(): void;
}

/** A problem that has begun and is not over. */
interface Problem {
  kind: ProblemKind;
  cause: Cause;
  /** The activity that failed first. */
  first: string;
  count: number;
  /** By `performance.now()`. */
  firstAt: number;
  lastAt: number;
  /** Ends the problem. */
  timer: NodeJS.Timeout;
}

type Cause = 'unreachable' | 'full' | 'bug';

const causeTexts: Record<Exclude<Cause, 'bug'>, { present: string; past: string }> = {
  unreachable: { present: 'the database does not answer', past: 'the database did not answer' },
  full: { present: 'no space is left for the data', past: 'no space was left for the data' },
};

/** A problem is over if it did not happen for this long. */
const quietInMs = 60_000;

/** Creates the log that the parts of a sandbox share. */
export function createProblemLog(): ProblemLog {
  const problems = new Map<string, Problem>();

  function end(key: string, reason: string): void {
    const problem = problems.get(key);
    if (!problem) return;
    clearTimeout(problem.timer);
    problems.delete(key);
    // A bug that happened once is already written.
    if (problem.cause !== 'bug' || problem.count > 1) write(`${describeCount(problem)}. ${reason}`);
  }

  return {
    report(kind, error, { during, requestId }) {
      const cause = causeOf(error);
      const place = cause === 'bug' ? [during, describeKind(error), ...listOwnFrames(error)] : [];
      const key = [kind, cause, ...place].join('\n');
      const now = performance.now();
      const known = problems.get(key);
      if (known) {
        known.count += 1;
        known.lastAt = now;
        known.timer.refresh();
        return;
      }
      const first = requestId ? `${during}, ${requestId}` : during;
      const timer = setTimeout(() => end(key, `None has followed for ${quietInMs / 1000} s.`), quietInMs).unref();
      const problem = { kind, cause, first, count: 1, firstAt: now, lastAt: now, timer };
      problems.set(key, problem);
      write(describeFirst(error, problem));
    },
    close() {
      for (const key of problems.keys()) end(key, 'The sandbox is closed.');
    },
  };
}

function causeOf(error: unknown): Cause {
  if (isUnreachable(error)) return 'unreachable';
  return isFull(error) ? 'full' : 'bug';
}

function describeFirst(error: unknown, { kind, cause, first }: Problem): string {
  if (cause === 'bug') return describeError(error, first);
  return `error during ${first}: ${describeKind(error)}: ${causeTexts[cause].present}. Further failures of ${kind} are counted until that is over.`;
}

function describeCount({ kind, cause, first, count, firstAt, lastAt }: Problem): string {
  const why = cause === 'bug' ? `of the error first seen during ${first}` : causeTexts[cause].past;
  return `${kind}: ${count} failed within ${((lastAt - firstAt) / 1000).toFixed(1)} s, because ${why}`;
}

function write(text: string): void {
  process.stderr.write(`${text}\n`);
}

/**
 * What may be printed of an error: its class, its code and its stack. Not its message: a database, for example, quotes the
 * values that it refuses.
 */
export const describeError = (error: unknown, during: string): string =>
  [`error during ${during}: ${describeKind(error)}`, ...listFrames(error)].join('\n');

/** The class and the code of an error, without its message. */
function describeKind(error: unknown): string {
  return error instanceof Error ? `${error.name} ${codeOf(error)}`.trimEnd() : `a thrown ${typeof error}`;
}

/** The frames of an error's stack, without its message. */
function listFrames(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
}

/** The frames in the sandbox's own code. The topmost frame may be a library's: the driver's, for every error of a database. */
const listOwnFrames = (error: unknown): string[] => listFrames(error).filter(isOwn);

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
