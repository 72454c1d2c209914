import { findRule } from '@escrow-kit/spec';
import { type Deployment, hasOwnTenant, optionOf } from '../deployment/deployment.ts';
import { type RuleSummary, summarizeRules } from '../judge/summarize-rules.ts';
import {
  isDifference,
  type Outcome,
  type Result,
  resultOf,
  type Verification,
  type VerifiedInteraction,
} from '../judge/verification.ts';
import { packageVersion } from '../package/package-manifest.ts';
import { isNamed, isNarrowed, type Selection } from '../pacts/selection.ts';
import { type Findings, findCauses } from './findings.ts';

/** What the verification of a deployment found. It holds no secret. */
export interface Report extends Findings {
  /** As `Result` says; also `incomplete` if nothing is broken, but a requested rule was not checked. */
  result: Result;
  /** The version of this package. */
  version: string;
  /** When the verification began, ISO 8601. */
  startedAt: string;
  durationInSeconds: number;
  /** The address of each host. */
  hosts: Record<string, string>;
  /** The credentials and the control API that were given, as options of the command. */
  given: string[];
  /** Whether the run had a tenant of its own in a sandbox, which is deleted since. */
  hasOwnTenant: boolean;
  /** The requested rules, as ids or globs; empty for all rules. */
  asked: string[];
  /** The requested operations; empty for all. */
  operations: string[];
  /** The excluded rules and operations. */
  excluded: string[];
  rules: RuleSummary[];
  /** What is told about answers without blame, such as a content type other than JSON's; each once. */
  remarks: Remark[];
  interactions: VerifiedInteraction[];
}

/** Something about answers that the description does not settle, so it blames nobody. */
export interface Remark {
  text: string;
  /** How many checks met it. */
  count: number;
  /** The description of the first of them. */
  example: string;
}

/** What was verified, and when. */
export interface ReportContext {
  deployment: Deployment;
  /** Default: all checks. */
  selection?: Selection;
  startedAt: Date;
  endedAt: Date;
}

/** Summarizes a verification. */
export function createReport(verification: Verification, context: ReportContext): Report {
  const { deployment, selection = {}, startedAt, endedAt } = context;
  const { rules: asked = [], operations = [], exclude: excluded = [] } = selection;
  const { hosts, credentials, control } = deployment;
  const interactions = verification.interactions.map((interaction) => withoutRules(interaction, excluded));
  // A check of a requested rule may fail for another rule; then the report names that one.
  const isWanted = ({ id, outcome, interactions: { length } }: RuleSummary) =>
    !isNarrowed(selection) || isDifference(outcome) || (length > 0 && (asked.length === 0 || isNamed(id, asked)));
  const rules = summarizeRules({ interactions }).filter(isWanted);
  // A glob asks for what can be checked, the id of a rule for that rule.
  const named = asked.filter((name) => findRule(name));
  const isMissed = named.some((name) => !rules.some((rule) => rule.id === name && !isUnchecked(rule)));
  const result = resultOf({ interactions });
  return {
    result: isFine(result) && isMissed ? 'incomplete' : result,
    version: packageVersion,
    startedAt: startedAt.toISOString(),
    durationInSeconds: Math.round((endedAt.getTime() - startedAt.getTime()) / 100) / 10,
    hosts: Object.fromEntries(Object.entries(hosts).map(([name, url]) => [name, withoutUser(url)])),
    given: [...Object.keys(credentials), ...(control ? ['controlUrl'] : [])].map(optionOf),
    hasOwnTenant: hasOwnTenant(deployment),
    asked: [...asked],
    operations: [...operations],
    excluded: [...excluded],
    ...findCauses(rules, interactions, hasOwnTenant(deployment)),
    rules,
    remarks: findRemarks(interactions),
    interactions,
  };
}

function findRemarks(interactions: readonly VerifiedInteraction[]): Remark[] {
  const told = interactions.flatMap(({ description, remarks = [] }) => remarks.map((text) => ({ text, description })));
  return [...Map.groupBy(told, ({ text }) => text)].map(([text, met]) => ({
    text,
    count: met.length,
    example: met[0]?.description ?? '',
  }));
}

const isUnchecked = ({ outcome }: { outcome: Outcome }): boolean => outcome === 'not checkable';

/** Without a verdict on excluded rules. If one of them hides whether the answer is right otherwise, the check was not made. */
function withoutRules(interaction: VerifiedInteraction, exclude: readonly string[]): VerifiedInteraction {
  const isKept = (id?: string) => id === undefined || !isNamed(id, exclude);
  const { problems, exchange, ...rest } = { ...interaction, rules: interaction.rules.filter(isKept) };
  const kept = problems.filter(({ rule }) => isKept(rule));
  if (kept.length === problems.length || kept.length > 0)
    return { ...rest, problems: kept, ...(exchange && { exchange }) };
  if (problems.every(({ kind }) => kind === 'condition')) return { ...rest, problems: [], outcome: 'held' };
  const ids = problems.map(({ rule }) => rule).join(', ');
  const reason = { kind: 'other-rule', text: `it failed for another rule, ${ids}, which is excluded` } as const;
  return { ...rest, problems: [], outcome: 'not checkable', reason };
}

/** Whether nothing is broken and nothing is missing. */
function isFine(result: Result): boolean {
  return result === 'held' || result === 'implied: differs' || result === 'assumed: differs';
}

/** Without user and password. */
function withoutUser(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.replace(/\/$/, '');
}
