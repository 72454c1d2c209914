import { rules, type ServiceRule } from '@escrow-kit/spec';
import type { SchemaChecks } from './schema-checks.ts';
import { source } from './source.ts';

/** Whether only the service can check a rule, although the description does not state it. */
const isCheckedByServiceOnly = ([, { basis, heldBy }]: [string, ServiceRule]): boolean =>
  basis !== 'stated' && heldBy.includes('sandbox') && !heldBy.includes('client');

/** The words and the basis of the rules that the checks name, and of those that only the service checks, as TypeScript source. */
export function ruleTextsSource({ ruleIds }: SchemaChecks): string {
  const checkedByService = Object.entries(rules).filter(isCheckedByServiceOnly);
  const ids = new Set([...ruleIds, ...checkedByService.map(([id]) => id)]);
  const entries = [...ids].sort().map((id) => {
    const rule = rules[id];
    if (!rule) throw new Error(`The document names the rule "${id}", which does not exist.`);
    return [id, { text: rule.text, basis: rule.basis }];
  });
  return [
    '/** The words and the basis of the rules that are checked before a call is sent, and of those that only the service checks. */',
    `export const ruleTexts: RuleTexts = ${source(Object.fromEntries(entries))};`,
  ].join('\n');
}
