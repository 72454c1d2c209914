import { findRule } from '@escrow-kit/spec';
import type { Deployment } from '../deployment/deployment.ts';
import { toJson } from '../deployment/text.ts';
import {
  isDifference,
  type Result,
  type RuleSummary,
  resultOf,
  summarizeRules,
  type Verification,
  type VerifiedInteraction,
} from '../judge/verification.ts';
import { packageVersion } from '../package/package-manifest.ts';
import { isNamed, isNarrowed, type Selection } from '../pacts/pacts.ts';
import { type Finding, findFindings, type LeftOut, listLeftOut } from './findings.ts';

/** The result of a verification. It contains no secrets. */
export interface Report {
  /** See `Result`. Also `incomplete` if nothing is broken but a requested rule was not checked. */
  result: Result;
  /** The version of this package. */
  version: string;
  /** When the verification began, ISO 8601. */
  startedAt: string;
  durationInSeconds: number;
  /** The address of each host. */
  hosts: Deployment['hosts'];
  /** The requested checks. */
  selection: Selection;
  /** The rules that are broken or differ, the worst first. */
  findings: Finding[];
  leftOut: LeftOut[];
  rules: RuleSummary[];
  interactions: VerifiedInteraction[];
}

/** The deployment, the checks and the time. */
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
  const { rules: asked = [], exclude = [] } = selection;
  const interactions = verification.interactions.map((interaction) => withoutVerdict(interaction, exclude));
  // If a check of a requested rule fails for another rule, the report names that rule.
  const isWanted = ({ id, outcome, interactions: { length } }: RuleSummary) =>
    !isNarrowed(selection) || isDifference(outcome) || (length > 0 && (asked.length === 0 || isNamed(id, asked)));
  const rules = summarizeRules({ interactions }).filter(isWanted);
  // A glob requests all checkable rules, an ID that rule.
  const isMissed = asked.some(
    (name) => findRule(name) && !rules.some(({ id, outcome }) => id === name && outcome !== 'not checkable'),
  );
  const result = resultOf({ interactions });
  return {
    result: isMissed && result !== 'broken' && result !== 'not checkable' ? 'incomplete' : result,
    version: packageVersion,
    startedAt: startedAt.toISOString(),
    durationInSeconds: Math.round((endedAt.getTime() - startedAt.getTime()) / 100) / 10,
    hosts: deployment.hosts,
    selection,
    findings: findFindings(rules),
    leftOut: listLeftOut(rules, interactions),
    rules,
    interactions,
  };
}

/** A check that fails for an excluded rule says nothing about its own rule. */
function withoutVerdict(interaction: VerifiedInteraction, excluded: readonly string[]): VerifiedInteraction {
  const { blamed, exchange, event, ...rest } = interaction;
  if (blamed === undefined || !isNamed(blamed, excluded)) return interaction;
  const text = `it failed for the excluded rule ${blamed}`;
  return { ...rest, problems: [], outcome: 'not checkable', reason: { kind: 'other-rule', text } };
}

/** Writes a report as JSON. Rules and findings name their checks by description. */
export function formatJson({ rules, findings, ...report }: Report): string {
  return toJson({
    ...report,
    findings: findings.map(({ failure, ...finding }) => ({
      ...finding,
      failure: { ...failure, check: failure.check.description },
    })),
    rules: rules.map(({ interactions, ...rule }) => ({
      ...rule,
      interactions: interactions.map(({ description }) => description),
    })),
  });
}
