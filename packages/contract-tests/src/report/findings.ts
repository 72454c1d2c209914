import { type Basis, type Ground, groundsOf } from '@escrow-kit/spec';
import { breaks, type RuleSummary } from '../judge/summarize-rules.ts';
import {
  type Difference,
  isDifference,
  type Outcome,
  outcomes,
  type Problem,
  type VerifiedInteraction,
} from '../judge/verification.ts';
import { advise } from './advise.ts';
import { noteCurl } from './note-curl.ts';
import { writeCurl } from './write-curl.ts';

/** A rule at whose fault something is wrong. */
export interface Finding {
  /** The id of the rule. */
  rule: string;
  text: string;
  basis: Basis;
  outcome: Difference;
  /** What the rule rests on. */
  grounds: Ground[];
  /** Why, each cause once, the worst first. */
  causes: Cause[];
  /** The rules of earlier findings that show causes of this one too. */
  shownAt: string[];
  /** What could not be checked because of it. */
  consequences: Consequences;
}

/** Checks that fail in the same way: the same operation, and the same fields. */
export interface Cause {
  /** The first of them, as an example. */
  check: VerifiedInteraction;
  /** What is wrong with its answer or event, a sentence each. */
  problems: string[];
  /** Descriptions of the others. */
  others: string[];
  /** Sends its request again; undefined if none was sent. */
  curl?: string;
  /** Why sending it again shows something else, and what to do instead, a sentence each. */
  curlNotes: string[];
  /** What to do about it, in a sentence. */
  toDo: string;
}

/** Checks that could not be made, and what that means for their rules. */
export interface Consequences {
  /** How many checks. */
  checks: number;
  /** The ids of the rules that are not checkable because of it. */
  rules: string[];
}

/** Checks that could not be made for a reason that is no finding. */
export interface LeftOut extends Consequences {
  reason: string;
  /** The ids of the rules that their other checks show to be held. */
  held: string[];
}

/** What is wrong, and what was not checked. */
export interface Findings {
  /** The broken rules come first, those with the most consequences before the others. */
  findings: Finding[];
  leftOut: LeftOut[];
}

/** Finds causes and consequences in the rules of a report and their checks. */
export function findCauses(
  rules: readonly RuleSummary[],
  interactions: readonly VerifiedInteraction[],
  hasOwnTenant: boolean,
): Findings {
  const uncheckedBy = Map.groupBy(
    interactions.filter(({ reason }) => reason),
    (one) => findBlocker(one, rules)?.id,
  );
  const findings = rules.flatMap((rule) => {
    const { id, text, basis, outcome } = rule;
    if (!isDifference(outcome)) return [];
    const unchecked = uncheckedBy.get(id) ?? [];
    const failed = rule.interactions.filter((one) => breaks(one, id)).toSorted(byOutcome);
    const uncheckable = idsOf(rules, [...unchecked, ...failed], 'not checkable');
    const grounds = groundsOf(id);
    const consequences = { checks: unchecked.length, rules: uncheckable };
    return [
      {
        rule: id,
        text,
        basis,
        outcome,
        grounds,
        causes: causesOf(failed, { hasOwnTenant, id }),
        shownAt: [],
        consequences,
      },
    ];
  });
  const byReason = Map.groupBy(uncheckedBy.get(undefined) ?? [], ({ reason }) => reason?.text ?? '');
  return {
    findings: showOnce(
      findings.toSorted((one, other) => byOutcome(one, other) || other.consequences.checks - one.consequences.checks),
    ),
    leftOut: [...byReason].map(([reason, checks]) => ({
      reason,
      checks: checks.length,
      rules: idsOf(rules, checks, 'not checkable'),
      held: idsOf(rules, checks, 'held'),
    })),
  };
}

/** The worst first. */
const byOutcome = (one: { outcome: Outcome }, other: { outcome: Outcome }): number =>
  outcomes.indexOf(one.outcome) - outcomes.indexOf(other.outcome);

/** The rule whose check fails for the operation without which the state could not be set up. */
function findBlocker({ reason }: VerifiedInteraction, rules: readonly RuleSummary[]): RuleSummary | undefined {
  if (reason?.operationId === undefined) return undefined;
  const fails = ({ id, interactions }: RuleSummary) =>
    interactions.some((one) => one.operationId === reason.operationId && !one.isRefusal && breaks(one, id));
  return outcomes.map((outcome) => rules.find((rule) => rule.outcome === outcome && fails(rule))).find(Boolean);
}

/** The causes of the failed checks among these. With `id`, only of what is wrong about that rule. */
export function causesOf(
  checks: readonly VerifiedInteraction[],
  { hasOwnTenant, id }: { hasOwnTenant: boolean; id?: string },
): Cause[] {
  const failed = checks.filter((one) => problemsOf(one, id).length > 0);
  return [...Map.groupBy(failed, (one) => keyOf(one, id)).values()].flatMap(([check, ...others]) => {
    if (!check) return [];
    const problems = problemsOf(check, id);
    const request = check.exchange?.request;
    return {
      check,
      problems: problems.map(({ text }) => text),
      others: others.map(({ description }) => description),
      ...(request && { curl: writeCurl(request) }),
      curlNotes: noteCurl(check, hasOwnTenant),
      toDo: problems[0] ? advise(check, problems[0]) : '',
    };
  });
}

/** Leaves out causes that an earlier finding shows. */
function showOnce(findings: Finding[]): Finding[] {
  const shown = new Map<string, string>();
  return findings.map((finding) => {
    const shownAt = new Set<string>();
    const causes = finding.causes.filter(({ check, problems }) => {
      const key = JSON.stringify([check.description, ...problems]);
      const place = shown.get(key);
      if (place === undefined) shown.set(key, finding.rule);
      else shownAt.add(place);
      return place === undefined;
    });
    return { ...finding, causes, shownAt: [...shownAt] };
  });
}

function problemsOf({ problems }: VerifiedInteraction, id?: string): Problem[] {
  return id === undefined ? problems : problems.filter(({ rule = id }) => rule === id);
}

/** Values differ from run to run and from check to check; fields, without the positions in lists, do not. */
function keyOf(check: VerifiedInteraction, id?: string): string {
  const places = problemsOf(check, id).map(({ field, text }) => field?.replaceAll(/\[\d+\]/g, '[]') ?? text);
  return JSON.stringify([check.operationId, check.outcome, check.isRefusal, ...places]);
}

/** The rules with this outcome that one of the checks is about. */
function idsOf(
  rules: readonly RuleSummary[],
  checks: VerifiedInteraction[],
  outcome: RuleSummary['outcome'],
): string[] {
  const concerned = new Set(checks.flatMap((check) => check.rules));
  return rules.flatMap((rule) => (rule.outcome === outcome && concerned.has(rule.id) ? [rule.id] : []));
}
