/**
 * How sure it is that the service refuses what breaks a rule: its description says so (`stated`), it follows from what the
 * description says (`implied`), or it is a choice of this kit, because the description is silent (`assumed`).
 */
export type Basis = 'stated' | 'implied' | 'assumed';

/** The words and the basis of rules, by their ids. */
export type RuleTexts = Readonly<Record<string, { text: string; basis: Basis } | undefined>>;

/** The levels of checks, each with the bases of the rules that it refuses a call for. */
export const basesByChecks: Readonly<Record<Checks, readonly Basis[]>> = {
  all: ['stated', 'implied', 'assumed'],
  implied: ['stated', 'implied'],
  stated: ['stated'],
  none: [],
};

/**
 * Which violations stop a call before it is sent: of rules that are stated or implied by the description (`implied`), also of
 * those that this kit assumes (`all`), only of those that are stated (`stated`), or none. What has no rule behind it, such as a
 * misspelt field of a flow's own input, always stops it.
 */
export type Checks = 'all' | 'implied' | 'stated' | 'none';

/** Whether a value is a level of checks. */
export const isChecks = (value: unknown): value is Checks =>
  typeof value === 'string' && Object.hasOwn(basesByChecks, value);

/** One value that breaks a rule. It names the field and never holds the value, which may be personal data. */
export interface Violation {
  /** The field, such as `body.milestones[0].deadLine`. */
  path: string;
  /** What it has to be instead, such as `must be left out`. */
  problem: string;
  /** The id of the rule that it breaks, such as `PARTY-3`, or of a constraint of the rule, such as `BANK-1a`. */
  rule?: string | undefined;
  /** The words of that rule. */
  text?: string | undefined;
  /** How sure the rule is. Where no rule is behind the violation, it is a choice of this kit. */
  basis: Basis;
  /** What to write instead. */
  remedy?: string | undefined;
}
