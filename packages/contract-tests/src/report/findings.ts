import { type Basis, type Ground, groundsOf } from '@escrow-kit/spec';
import type { SentRequest } from '../deployment/exchange.ts';
import {
  type Difference,
  isDifference,
  type Outcome,
  outcomes,
  type Problem,
  type RuleSummary,
  type VerifiedInteraction,
} from '../judge/verification.ts';

/** A rule that is broken or differs. */
export interface Finding {
  /** The ID of the rule. */
  rule: string;
  text: string;
  basis: Basis;
  outcome: Difference;
  /** The sources of the rule. */
  grounds: Ground[];
  /** The worst failed check. */
  failure: Failure;
  /** The other failed checks: description and problem. */
  others: string[];
}

/** A failed check and the remedy. */
export interface Failure {
  check: VerifiedInteraction;
  /** Resends its request; undefined if none was sent. */
  curl?: string;
  /** Why resending it may have another result, and what to do instead. */
  curlNote?: string;
  /** The remedy, a sentence. */
  toDo: string;
}

/** The checks that were skipped for one reason. */
export interface LeftOut {
  reason: string;
  /** The number of skipped checks. */
  checks: number;
  /** The IDs of the rules that are not checkable for this reason. */
  rules: string[];
}

/** Lists the rules that are broken or differ, the worst first. */
export function findFindings(rules: readonly RuleSummary[]): Finding[] {
  const findings = rules.flatMap(({ id, text, basis, outcome, interactions }): Finding[] => {
    const [worst, ...others] = interactions.filter(({ blamed }) => blamed === id).toSorted(byOutcome);
    if (!worst || !isDifference(outcome)) return [];
    return [
      {
        ...{ rule: id, text, basis, outcome, grounds: groundsOf(id) },
        failure: describeFailure(worst),
        others: others.map(({ description, problems }) => `${description}: ${textOf(problems)}`),
      },
    ];
  });
  return findings.toSorted(byOutcome);
}

/** Lists why checks were skipped and rules are not checkable. */
export function listLeftOut(rules: readonly RuleSummary[], interactions: readonly VerifiedInteraction[]): LeftOut[] {
  const notCheckable = rules.filter(({ outcome }) => outcome === 'not checkable');
  const reasons = [...interactions.map(({ reason }) => reason), ...notCheckable.flatMap((rule) => rule.reasons)];
  return [...new Set(reasons.flatMap((reason) => reason?.text ?? []))].map((text) => ({
    reason: text,
    checks: interactions.filter(({ reason }) => reason?.text === text).length,
    rules: notCheckable.filter((rule) => rule.reasons.some((reason) => reason.text === text)).map(({ id }) => id),
  }));
}

/** The worst first. */
const byOutcome = (one: { outcome: Outcome }, other: { outcome: Outcome }): number =>
  outcomes.indexOf(one.outcome) - outcomes.indexOf(other.outcome);

/** The problems in one line. */
export const textOf = (problems: readonly Problem[]): string => problems.map(({ text }) => text).join('; ');

/** Describes a failed check. */
export function describeFailure(check: VerifiedInteraction): Failure {
  const { exchange, isRefusal, rule } = check;
  const { request, answer } = exchange ?? {};
  const status = answer?.status ?? 0;
  // The service did what it had to refuse, or a part of it before a 5xx.
  const isMaybeDone = request?.method !== 'GET' && (status >= 500 || (isRefusal && status >= 200 && status < 300));
  return {
    check,
    ...(request && { curl: writeCurl(request) }),
    ...(isMaybeDone && {
      curlNote: `The record may have changed. To repeat the check, run verify --rule ${rule}.`,
    }),
    toDo: advise(check),
  };
}

/** The remedies for problems that are not a status or a body. */
const adviceOn: Partial<Record<Problem['kind'], string>> = {
  event: 'See the log of the service for why it sent no event.',
  signature: 'Sign the exact bytes that are sent.',
  schedule: 'Resend failed events on the retry schedule.',
  other: 'Answer as the description says.',
};

/** The remedy for a failed check, by its first problem. */
function advise({ outcome, problems, operationId, isRefusal }: VerifiedInteraction): string {
  const [problem] = problems;
  const isServerError = problem?.kind === 'status' && problem.actual >= 500;
  if (outcome === 'assumed: differs' && !isServerError)
    return 'Nothing, unless your integration relies on it. The description is silent.';
  if (problem?.kind !== 'status')
    return adviceOn[problem?.kind ?? 'other'] ?? 'Answer with the body that the description shows.';
  const { actual, expected } = problem;
  if (isRefusal && actual < 400) return `Refuse this request with ${expected}, and change nothing.`;
  if (isServerError && expected !== '500') return 'See the log of the service for why the call failed.';
  if (isRefusal || actual < 300) return `Answer with ${expected}.`;
  if ([404, 405].includes(actual)) return `Serve ${operationId} at this path, or correct the address of its host.`;
  if ([401, 403].includes(actual)) return `Accept this kind of token on ${operationId}.`;
  return 'Accept this request, which the description allows.';
}

/**
 * Writes a redacted request as one line of a POSIX shell that resends it with curl. Each secret is the variable of its option, such
 * as `"$ESCROW_API_KEY"`, or else `"$REDACTED"`.
 */
export function writeCurl({ method, url, headers, body }: SentRequest): string {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  return [
    `curl -i -X ${method} ${quote(url)}`,
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : isForm ? writeForm(body) : [`--data-raw ${quote(body)}`]),
  ].join(' ');
}

/** Field by field, because the value of a variable has to be encoded. */
function writeForm(body: string): string[] {
  return [...new URLSearchParams(body)].map(([name, value]) => `--data-urlencode ${quote(`${name}=${value}`)}`);
}

/** In single quotes, in which a shell changes nothing, with the secrets outside of them. */
function quote(text: string): string {
  const parts = text.split(/\[(ESCROW_[A-Z_]+|redacted)\]/);
  const quoted = parts.map((part, index) => {
    if (index % 2 === 1) return `"$${part.toUpperCase()}"`;
    return part === '' ? '' : `'${part.replaceAll("'", String.raw`'\''`)}'`;
  });
  return quoted.join('') || "''";
}
