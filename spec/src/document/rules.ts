import passages from '../../passages.json' with { type: 'json' };
import rulesFile from '../../rules.json' with { type: 'json' };
import { openApiDocument } from './load.ts';
import { mainRuleOf, nodesOf, type RuleStatement, toPointer } from './parts.ts';

/** How well a rule is known: the description states it, it follows from the description, or the kit assumes it. */
export type Basis = 'stated' | 'implied' | 'assumed';

/** A part of the kit that implements rules, with tests. */
export type RuleHolder =
  | 'document'
  | 'client'
  | 'sandbox'
  | 'contract-tests'
  | 'webhooks'
  | 'mock'
  | 'browser-checkout';

/** A promise or demand of the service, or of the kit if the service's description is silent. */
export interface ServiceRule {
  /** The rule in one or two sentences. */
  text: string;
  /** What this kit does where the description is silent. Our choice, not the service's. */
  policy?: string;
  /** Only a stated rule can show that a deployment of the service is broken. */
  basis: Basis;
  /** The passages of the service's description, as `passages.json` names them, separated by `; `. Present unless the basis is `assumed`. */
  source?: string;
  /** Why the kit has this rule. Present unless the basis is `stated`. */
  reason?: string;
  /** The parts that implement it, each with a test whose title starts with the ID. */
  heldBy: readonly RuleHolder[];
}

const allRules = rulesFile as Record<string, ServiceRule>;
const switchedOff = new Set(openApiDocument['x-rules-off'] ?? []);

/** Whether the document switches off this rule, or the rule that this constraint belongs to. */
export function isRuleOff(id: string): boolean {
  return switchedOff.has(id) || switchedOff.has(mainRuleOf(id));
}

/**
 * Every rule by ID, such as `PARTY-3`, except those that the document switches off. A constraint that goes beyond its rule has the rule's
 * ID and a letter, such as `PARTY-2a`. Treat it as read-only.
 */
export const rules: Readonly<Record<string, ServiceRule>> = Object.fromEntries(
  Object.entries(allRules).filter(([id]) => !isRuleOff(id)),
);

/** The passages of the service's description behind a rule. */
export const passagesOf = (rule: ServiceRule | undefined): string[] => rule?.source?.split('; ') ?? [];

/** The rule or constraint with this ID, even if it is switched off; undefined if there is none. */
export function findRule(id: string): ServiceRule | undefined {
  return Object.hasOwn(allRules, id) ? allRules[id] : undefined;
}

/** A source of a rule. */
export interface Ground {
  /** A passage of the service's description, or a JSON pointer into `openapi.bundle.json`. */
  place: string;
  /** What it says, in short. */
  text: string;
}

/**
 * Returns the sources of a rule: the passages of the service's description, then the part of the document that states it, preferably a
 * component. Empty if the rule has none or is unknown.
 */
export function groundsOf(id: string): Ground[] {
  const described = passagesOf(findRule(id)).map((place) => ({
    place,
    text: (passages as Record<string, string>)[place] ?? '',
  }));
  const statements = nodesOf(openApiDocument).filter(({ keys, node }) => isStatement(keys, node, id));
  const components = statements.filter(({ keys }) => keys[0] === 'components');
  const ofRule = components.find(
    ({ keys, node }) => keys[1] !== 'responses' || (node as RuleStatement)['x-rules']?.[0] === id,
  );
  const statement = ofRule ?? components[0] ?? statements[0];
  if (!statement) return described;
  const [text = ''] = String(statement.node['description']).split('\n\n');
  return [...described, { place: `#${toPointer(statement.keys)}`, text: text.trim().replaceAll('\n', ' ') }];
}

/** Whether a node names a rule and describes itself. Examples and the introduction state nothing. */
function isStatement(keys: string[], node: Record<string, unknown>, id: string): boolean {
  if (keys.includes('examples') || keys[0] === 'info' || !node['description']) return false;
  const { 'x-rules': own = [], 'x-constraints': constraints = {} } = node as RuleStatement;
  return own.includes(id) || Object.values(constraints).includes(id);
}
