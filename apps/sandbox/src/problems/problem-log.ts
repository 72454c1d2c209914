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
 * Says on stderr what fails, without drowning it. The first failure of a problem is written, and further ones are counted. The
 * count is written when the problem is over: when nothing has failed for a minute or, if the store did not answer, when it has
 * answered and nothing has failed for a moment.
 *
 * An outage is one kind of work that fails because the store does not answer, or is full. A bug is one error at one place of the
 * sandbox during one activity, and is written with its request and its stack.
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
  first: string;
  count: number;
  /** By `performance.now()`. */
  firstAt: number;
  lastAt: number;
  /** Ends the problem. */
  timer?: NodeJS.Timeout;
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
/** A problem is over if it did not happen for this long. */
const quietInMs = 60_000;

/** Creates the log that the parts of a sandbox share. */
export function createProblemLog(): ProblemLog {
  const problems = new Map<string, Problem>();

  function startTimer(key: string, problem: Problem, isSettling: boolean): void {
    clearTimeout(problem.timer);
    problem.isSettling = isSettling;
    const reason = isSettling ? 'The database answers again.' : `None has followed for ${quietInMs / 1000} s.`;
    problem.timer = setTimeout(() => end(key, problem, reason), isSettling ? settleInMs : quietInMs).unref();
  }

  function end(key: string, problem: Problem, reason: string): void {
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
      const first = requestId ? `${during}, ${requestId}` : during;
      const known = problems.get(key);
      const problem = known ?? { kind, cause, first, count: 0, firstAt: now, lastAt: now, isSettling: false };
      problem.count += 1;
      problem.lastAt = now;
      startTimer(key, problem, false);
      if (known) return;
      problems.set(key, problem);
      write(describeFirst(error, problem));
    },
    storeAnswered() {
      for (const [key, problem] of problems) {
        if (problem.cause === 'unreachable' && !problem.isSettling) startTimer(key, problem, true);
      }
    },
    close() {
      for (const [key, problem] of problems) end(key, problem, 'The sandbox is closed.');
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
