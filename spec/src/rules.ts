import rulesFile from '../rules.json' with { type: 'json' };

/** Which part holds a rule: S document, C client, B sandbox, P pact, W webhooks, M mock, K browser checkout. */
export type RulePart = 'S' | 'C' | 'B' | 'P' | 'W' | 'M' | 'K';

/** One thing that the service promises or demands. */
export interface ServiceRule {
  /** The rule in one sentence. */
  text: string;
  /** The parts that hold it, each with a test whose title starts with the id. */
  where: readonly RulePart[];
}

/** Every rule by its id, such as `PARTY-3`. Treat it as read-only. */
export const rules: Readonly<Record<string, ServiceRule>> = rulesFile as Record<string, ServiceRule>;
