import { hasHeld, type Verification, type VerifiedInteraction } from '../verify/verification.ts';
import { type RuleSummary, summarizeRules } from './summarize-rules.ts';

/** What a verification of a deployment found, ready to be read. It holds no secret. */
export interface Report {
  /** `held` where everything that was checked held; `broken` where something is broken or could not be tried. */
  result: 'held' | 'broken';
  /** When it began, ISO 8601. */
  startedAt: string;
  durationInSeconds: number;
  /** The address of each host. */
  hosts: Record<string, string>;
  rules: RuleSummary[];
  interactions: VerifiedInteraction[];
}

/** Where and when was verified. */
export interface ReportContext {
  hosts: Record<string, string>;
  startedAt: Date;
  endedAt: Date;
}

/** Sums a verification up. */
export function createReport(verification: Verification, { hosts, startedAt, endedAt }: ReportContext): Report {
  return {
    result: hasHeld(verification) ? 'held' : 'broken',
    startedAt: startedAt.toISOString(),
    durationInSeconds: Math.round((endedAt.getTime() - startedAt.getTime()) / 100) / 10,
    hosts: Object.fromEntries(Object.entries(hosts).map(([name, url]) => [name, withoutUser(url)])),
    rules: summarizeRules(verification),
    interactions: verification.interactions,
  };
}

/** An address may hold a password. */
function withoutUser(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.replace(/\/$/, '');
}

/** Writes a report as JSON, each rule with the descriptions of its interactions. */
export function formatJson({ rules, ...report }: Report): string {
  const named = rules.map(({ interactions, ...rule }) => ({
    ...rule,
    interactions: interactions.map(({ description }) => description),
  }));
  return `${JSON.stringify({ ...report, rules: named }, null, 2)}\n`;
}

/** In words how much was checked, such as `36 rules held, 1 is broken, 5 were not checked.` */
export function summaryOf({ rules }: Report): string {
  const count = (outcome: string) => rules.filter((rule) => rule.outcome === outcome).length;
  const [held, broken, unchecked] = ['held', 'broken', 'not-checked'].map(count);
  const are = (number: number | undefined, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
  return [
    `${are(held, 'rule', 'rules')} held`,
    broken === 0 ? 'none is broken' : are(broken, 'is broken', 'are broken'),
    `${are(unchecked, 'was', 'were')} not checked.`,
  ].join(', ');
}
