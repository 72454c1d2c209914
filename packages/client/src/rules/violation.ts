/**
 * How certain it is that the service enforces a rule: its description says so (`stated`), it follows from the description (`implied`),
 * or it is a choice of this kit, because the description is silent (`assumed`).
 */
export type Basis = 'stated' | 'implied' | 'assumed';

/** The words and the basis of rules, by id. */
export type RuleTexts = Readonly<Record<string, { text: string; basis: Basis } | undefined>>;

/** The levels of checks, each with the bases of the rules that it enforces. */
export const basesByLevel: Readonly<Record<Checks, readonly Basis[]>> = {
  all: ['stated', 'implied', 'assumed'],
  implied: ['stated', 'implied'],
  stated: ['stated'],
  none: [],
};

/**
 * Which violations stop a call before it is sent: those of rules that the description states (`stated`), also those that it implies
 * (`implied`), also those that this kit assumes (`all`), or none (`none`). A violation without a rule, such as a misspelt field of a
 * flow's own input, always stops the call.
 */
export type Checks = 'all' | 'implied' | 'stated' | 'none';

/** Whether a value is a level of checks. */
export const isChecks = (value: unknown): value is Checks =>
  typeof value === 'string' && Object.hasOwn(basesByLevel, value);

/** One violation. It names the field, and never contains the value, which may be personal data. */
export interface Violation {
  /** The field, such as `body.milestones[0].deadLine`. */
  path: string;
  /** What is wrong with it, such as `must be left out`. */
  problem: string;
  /** The id of the broken rule, such as `PARTY-3`, or of a constraint of the rule, such as `BANK-1a`. */
  rule?: string | undefined;
  /** The words of that rule. */
  text?: string | undefined;
  /** How certain the rule is: `assumed` or `implied` if there is no rule. */
  basis: Basis;
  /** What to write instead. */
  remedy?: string | undefined;
}
