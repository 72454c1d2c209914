import { mainRuleOf, rules } from '@escrow-kit/spec';
import { readKitPacts } from './pact-files.ts';
import { rulesOf } from './rules-of.ts';

/** A rule of the service. */
export interface NamedRule {
  id: string;
  /** The rule in one sentence. */
  text: string;
}

/** The rules that no pact checks, because no call and no event shows them, in the order of the rules. */
export function listHiddenRules(): NamedRule[] {
  const shown = new Set(readKitPacts().flatMap(({ interactions }) => interactions.flatMap(rulesOf)));
  return Object.entries(rules).flatMap(([id, { text, heldBy }]) => {
    const isShown = shown.has(id) || heldBy.includes('contract-tests') || mainRuleOf(id) !== id;
    return isShown ? [] : [{ id, text }];
  });
}
