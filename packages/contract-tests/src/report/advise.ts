import { wholeBody } from '../judge/describe-mismatch.ts';
import type { Problem, VerifiedInteraction } from '../judge/verification.ts';

/** Says in a sentence what to do about a check that failed, by the kind of its first problem. */
export function advise(check: VerifiedInteraction, problem: Problem): string {
  const isServerError = /^the status is 5/.test(problem.text);
  if (check.outcome === 'assumed: differs') return isServerError ? adviceOnServerError : adviceOnAssumed;
  if (problem.kind === 'connection') return 'Find in the log of the service why it did not answer.';
  if (problem.kind === 'condition') return adviceOnEvents[problem.rule ?? ''] ?? adviceOnBody(problem);
  const [, due] = /^the status is \d+ instead of (.+)$/.exec(problem.text) ?? [];
  return due === undefined ? adviceOnBody(problem) : adviceOnStatus(check, due);
}

const adviceOnServerError = 'Find in the log of the service why the call failed.';

const adviceOnAssumed = 'Nothing, unless your integration relies on it: the description is silent.';

const adviceOnEvents: Record<string, string> = {
  'HOOK-2': 'Sign the bytes that are sent, after the body is written.',
  'HOOK-4': 'Send a failed event again by the retry schedule.',
};

function adviceOnStatus({ operationId, isRefusal, exchange }: VerifiedInteraction, due: string): string {
  const { status = 0 } = exchange?.answer ?? {};
  if (isRefusal) return status < 400 ? `Refuse this request with ${due}, and change nothing.` : `Answer with ${due}.`;
  if (status >= 500) return adviceOnServerError;
  if (status === 404 || status === 405) return `Serve ${operationId} at this path, or correct the address of its host.`;
  if (status === 401 || status === 403) return `Accept this kind of token on ${operationId}.`;
  return status < 300 ? `Answer with ${due}.` : 'Accept this request, which the description allows.';
}

function adviceOnBody({ field, text }: Problem): string {
  if (field === wholeBody) return 'Answer with the JSON that the description shows.';
  if (field === undefined) return 'Answer as the description says.';
  return text.endsWith('is missing') ? `Add ${field} to the body.` : `Correct ${field} in the body.`;
}
