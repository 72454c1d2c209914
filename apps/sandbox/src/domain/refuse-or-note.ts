import { type Basis, findRule, isRuleOff } from '@escrow-kit/spec';
import { mostViolations, Refusal } from './refusal.ts';

/** What to do with a call that breaks a rule which the service does not state. */
export type AssumedRules = 'refuse' | 'note';

/** How well a rule is known. A rule without an entry is about the sandbox itself, such as its limits. */
export function basisOf(rule: string): Basis {
  return findRule(rule)?.basis ?? 'assumed';
}

/**
 * The rules that are refused even though they are not stated and should only be noted: without them the sandbox could not carry
 * out the call, or would do harm.
 */
const alwaysRefused: ReadonlySet<string> = new Set([
  ...['AUTH-1b', 'AUTH-5a', 'AUTH-6a', 'AUTH-7a', 'USER-1a', 'USER-1b', 'USER-5b', 'BANK-1b', 'ADDR-1a', 'ID-1a'],
  ...['MILESTONE-4a', 'PARTY-0a', 'PARTY-0c', 'PARTY-4a', 'STATE-2a', 'STATE-2b', 'STATE-3a', 'STATE-4a'],
  ...['PAY-1d', 'TICKET-1a', 'UAPI-3a', 'UAPI-6a', 'LEGACY-1c', 'ERR-1a', 'ERR-1b', 'ERR-1c', 'ERR-1d'],
]);

/** Whether a call that breaks the rule can go through. */
export function canBeNoted(rule: string): boolean {
  return basisOf(rule) !== 'stated' && !alwaysRefused.has(rule);
}

/** Throws the refusal, or notes it and returns, so that the call continues. */
export type RefuseOrNote = (refusal: Refusal) => void;

/** Decides by the setting and the rule. `note` writes into the request log. A rule of the document's `x-rules-off` is not checked. */
export function createRefuseOrNote(assumedRules: AssumedRules, note: (text: string) => void): RefuseOrNote {
  return (refusal) => {
    const broken = (refusal.details.violations ?? [refusal.details]).filter(({ rule }) => !isRuleOff(rule));
    if (broken.length === 0) return;
    // A list that was cut may hide a stated rule.
    const isCut = broken.length >= mostViolations;
    if (assumedRules === 'refuse' || isCut || !broken.every(({ rule }) => canBeNoted(rule))) throw refusal;
    for (const { rule, message } of broken) note(`${rule} is ${basisOf(rule)}, so the call continues: ${message}`);
  };
}

/** Runs a check that throws refusals, which may be noted instead. */
export function runCheck(check: () => void, refuseOrNote: RefuseOrNote): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuseOrNote(error);
  }
}
