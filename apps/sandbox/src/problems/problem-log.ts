import { isFull, isUnreachable } from '../storage/errors.ts';
import { describeError, describeKind, listOwnFrames } from './describe-error.ts';

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
 * Says on stderr what fails, without drowning it. The first failure of a problem is written, and further ones are counted.
 *
 * - An outage is one kind of work that fails because the store does not answer, or is full. The count is written when it is over:
 *   when nothing has failed for a minute or, if the store did not answer, when it has answered and nothing has failed for a moment.
 * - A bug is one error at one place of the sandbox during one activity. It is written with its request and its stack. The count
 *   is written after each minute in which it happened again; it is over after a minute in which it did not.
 *
 * `close` ends every problem.
 */
export interface ProblemLog {
  /** Counts a failure, and writes the first one of a problem. Never writes an error's message. */
  report(kind: ProblemKind, error: unknown, activity: Activity): void;
  /** Call it whenever the store has answered; it costs nothing while nothing fails. */
  storeAnswered(): void;
  /** Ends every problem. */
  close(): void;
}

/** A problem that has begun and is not over. */
interface Problem {
  kind: ProblemKind;
  cause: Cause;
  /** The activity that failed first. */
  first: Activity;
  count: number;
  /** How many of them were written. */
  writtenCount: number;
  /** By `performance.now()`. */
  firstAt: number;
  lastAt: number;
  /** Ends the problem, or writes the count of a bug. */
  timer: NodeJS.Timeout;
  /** Whether the store has answered since the last failure. */
  isSettling: boolean;
}

type Cause = 'unreachable' | 'full' | 'bug';

const causeTexts: Record<Exclude<Cause, 'bug'>, { present: string; past: string }> = {
  unreachable: { present: 'the database does not answer', past: 'the database did not answer' },
  full: { present: 'no space is left for the data', past: 'no space was left for the data' },
};

/** How long nothing may fail after the store has answered: longer than connections take to break one by one. */
const settleInMs = 3_000;
/** A problem is over if it did not happen for this long. A bug's count is written at this interval. */
const quietInMs = 60_000;

/** Creates the log that the parts of a sandbox share. */
export function createProblemLog(): ProblemLog {
  const problems = new Map<string, Problem>();

  function begin(key: string, { kind, cause, first }: Pick<Problem, 'kind' | 'cause' | 'first'>): void {
    const now = performance.now();
    const timer =
      cause === 'bug'
        ? setInterval(() => countBug(key), quietInMs).unref()
        : setTimeout(() => end(key, 'quiet'), quietInMs).unref();
    const counts = { count: 1, writtenCount: 1, firstAt: now, lastAt: now };
    problems.set(key, { kind, cause, first, ...counts, timer, isSettling: false });
  }

  function count(key: string, problem: Problem): void {
    problem.count += 1;
    problem.lastAt = performance.now();
    if (problem.cause === 'bug') return;
    if (problem.isSettling) restartTimer(key, problem, false);
    else problem.timer.refresh();
  }

  /** Writes the count if the bug has happened again; else it is over. */
  function countBug(key: string): void {
    const problem = problems.get(key);
    if (!problem) return;
    if (problem.count === problem.writtenCount) {
      end(key, 'quiet');
      return;
    }
    write(`${describeCount(problem)}.`);
    problem.writtenCount = problem.count;
  }

  function restartTimer(key: string, problem: Problem, isSettling: boolean): void {
    clearTimeout(problem.timer);
    problem.isSettling = isSettling;
    const [delayInMs, reason] = isSettling ? ([settleInMs, 'answered'] as const) : ([quietInMs, 'quiet'] as const);
    problem.timer = setTimeout(() => end(key, reason), delayInMs).unref();
  }

  function end(key: string, reason: EndReason): void {
    const problem = problems.get(key);
    if (!problem) return;
    clearTimeout(problem.timer);
    problems.delete(key);
    // A bug's last count may already be written.
    if (problem.cause !== 'bug' || problem.count > problem.writtenCount) {
      write(`${describeCount(problem)}. ${endTexts[reason]}`);
    }
  }

  return {
    report(kind, error, first) {
      const cause = causeOf(error);
      const key = [kind, cause, ...(cause === 'bug' ? placeOf(error, first) : [])].join('\n');
      const problem = problems.get(key);
      if (problem) return count(key, problem);
      begin(key, { kind, cause, first });
      write(describeFirst(error, { kind, cause, first }));
    },
    storeAnswered() {
      for (const [key, problem] of problems) {
        if (problem.cause === 'unreachable' && !problem.isSettling) restartTimer(key, problem, true);
      }
    },
    close() {
      for (const key of problems.keys()) end(key, 'closed');
    },
  };
}

function causeOf(error: unknown): Cause {
  if (isUnreachable(error)) return 'unreachable';
  return isFull(error) ? 'full' : 'bug';
}

/** The place of a bug, which distinguishes it from others. */
const placeOf = (error: unknown, { during }: Activity): string[] => [
  during,
  describeKind(error),
  ...listOwnFrames(error),
];

const describeActivity = ({ during, requestId }: Activity): string => (requestId ? `${during}, ${requestId}` : during);

function describeFirst(error: unknown, { kind, cause, first }: Pick<Problem, 'kind' | 'cause' | 'first'>): string {
  const activity = describeActivity(first);
  if (cause === 'bug') return describeError(error, activity);
  return `error during ${activity}: ${describeKind(error)}: ${causeTexts[cause].present}. Further failures of ${kind} are counted until that is over.`;
}

/** The reason why a problem is over. */
type EndReason = 'answered' | 'quiet' | 'closed';

const endTexts: Record<EndReason, string> = {
  answered: 'The database answers again.',
  quiet: `None has followed for ${quietInMs / 1000} s.`,
  closed: 'The sandbox is closed.',
};

function describeCount({ kind, cause, first, count, firstAt, lastAt }: Problem): string {
  const why = cause === 'bug' ? `of the error first seen during ${describeActivity(first)}` : causeTexts[cause].past;
  const lastedInSeconds = ((lastAt - firstAt) / 1000).toFixed(1);
  return `${kind}: ${count} failed within ${lastedInSeconds} s, because ${why}`;
}

function write(text: string): void {
  process.stderr.write(`${text}\n`);
}
