import { type Basis, findRule, isRuleOff, rules } from '@escrow-kit/spec';
import { type Interaction, kitReferencesOf } from './pact-document.ts';

/** The rules that are checked on every event, in addition to those of its interaction. */
const rulesOfEvents = ['HOOK-2', 'HOOK-4'];

/**
 * The rules that an interaction checks: those that it refers to, otherwise the one that its description starts with. None if the
 * document switches that one off.
 */
export function rulesOf(interaction: Interaction): string[] {
  const { description, type } = interaction;
  const { rules: referred } = kitReferencesOf(interaction);
  const [first = ''] = description.split(' ');
  if (isRuleOff(first)) return [];
  const ids = referred?.split(' ') ?? [first];
  const own = type === 'Asynchronous/Messages' ? [...ids, ...rulesOfEvents] : ids;
  return [...new Set(own)].filter((id) => Object.hasOwn(rules, id));
}

const bases: readonly Basis[] = ['stated', 'implied', 'assumed'];

/** The basis of an interaction: what it says itself, otherwise the basis of its first rule. */
export function basisOf(interaction: Interaction): Basis {
  const own = bases.find((basis) => basis === kitReferencesOf(interaction).basis);
  return own ?? findRule(rulesOf(interaction)[0] ?? '')?.basis ?? 'assumed';
}
