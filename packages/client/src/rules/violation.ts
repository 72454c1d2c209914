/** One value that breaks a rule. It names the field and never holds the value, which may be personal data. */
export interface Violation {
  /** The field, such as `milestones[0].deadLine`. */
  path: string;
  /** What it has to be instead, such as `must be left out`. */
  problem: string;
  /** The id of the rule that it breaks, where a rule is behind it. */
  rule?: string | undefined;
}
