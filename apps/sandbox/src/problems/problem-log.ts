import { isFull, isUnreachable } from '../storage/errors.ts';
import { describeError, describeKind, listFrames } from './describe-error.ts';

/** What can fail. */
type ProblemKind = 'requests' | 'webhook deliveries and scheduled moves' | 'the request log';

/**
 * Says on stderr what fails, without drowning it. A problem is a kind of work that fails for one cause: the store does not
 * answer, it is full, or a bug at one place. The first failure is written, with its place if it is a bug; further ones are
 * counted, and the count is written when the problem is over. A problem of a store that does not answer is over when the store
 * answers and nothing has failed for a moment; any problem is over when nothing has failed for a minute, or at `close`.
 */
export interface ProblemLog {
  /** Counts a failure, and writes it if it is the first of its problem. Writes no error's message. */
  report(kind: ProblemKind, error: unknown, during: string): void;
  /** Call it whenever the store has answered; it costs nothing while nothing fails. */
  storeAnswered(): void;
  /** Ends every problem. */
  close(): void;
}

/** A problem that is not over. */
interface Problem {
  kind: ProblemKind;
  cause: Cause;
  /** What failed first. */
  during: string;
  count: number;
  /** By `performance.now()`. */
  firstAt: number;
  lastAt: number;
  /** Ends it. */
  timer: NodeJS.Timeout;
  /** Whether the store has answered since the last failure. */
  isSettling: boolean;
}

type Cause = 'unreachable' | 'full' | 'bug';

const causeTexts: Record<Exclude<Cause, 'bug'>, { present: string; past: string }> = {
  unreachable: { present: 'the database does not answer', past: 'the database did not answer' },
  full: { present: 'no space is left for the data', past: 'no space was left for the data' },
};

/** How long nothing may fail any more after the store has answered: longer than connections take to break one by one. */
const settleInMs = 3_000;
const quietInMs = 60_000;

/** Creates the log that the parts of a sandbox share. */
export function createProblemLog(): ProblemLog {
  const problems = new Map<string, Problem>();

  function begin(key: string, { kind, cause, during }: Pick<Problem, 'kind' | 'cause' | 'during'>): void {
    const now = performance.now();
    const timer = setTimeout(() => end(key, 'quiet'), quietInMs).unref();
    problems.set(key, { kind, cause, during, count: 1, firstAt: now, lastAt: now, timer, isSettling: false });
  }

  function count(key: string, problem: Problem): void {
    problem.count += 1;
    problem.lastAt = performance.now();
    if (problem.isSettling) restartTimer(key, problem, false);
    else problem.timer.refresh();
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
    // A bug that happened once has been written in full.
    if (problem.cause !== 'bug' || problem.count > 1) write(describeEnd(problem, reason));
  }

  return {
    report(kind, error, during) {
      const cause = causeOf(error);
      const key = [kind, cause, ...(cause === 'bug' ? [describeKind(error), listFrames(error)[0]] : [])].join('\n');
      const problem = problems.get(key);
      if (problem) return count(key, problem);
      begin(key, { kind, cause, during });
      write(describeFirst(error, { kind, cause, during }));
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

function describeFirst(error: unknown, { kind, cause, during }: Pick<Problem, 'kind' | 'cause' | 'during'>): string {
  if (cause === 'bug') return describeError(error, during);
  return `error during ${during}: ${describeKind(error)}: ${causeTexts[cause].present}. Further failures of ${kind} are counted until that is over.`;
}

/** How a problem came to its end. */
type EndReason = 'answered' | 'quiet' | 'closed';

const endTexts: Record<EndReason, string> = {
  answered: 'The database answers again.',
  quiet: `None has followed for ${quietInMs / 1000} s.`,
  closed: 'The sandbox is closed.',
};

function describeEnd({ kind, cause, during, count, firstAt, lastAt }: Problem, reason: EndReason): string {
  const why = cause === 'bug' ? `of the error first seen during ${during}` : causeTexts[cause].past;
  const lastedInSeconds = ((lastAt - firstAt) / 1000).toFixed(1);
  return `${kind}: ${count} failed within ${lastedInSeconds} s, because ${why}. ${endTexts[reason]}`;
}

function write(text: string): void {
  process.stderr.write(`${text}\n`);
}
