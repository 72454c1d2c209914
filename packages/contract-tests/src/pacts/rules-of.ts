import { rules } from '@escrow-kit/spec';
import { ownBasis } from './check-basis.ts';
import type { Interaction } from './pact-document.ts';

/** The rules that are checked on every event, in addition to those of its interaction. */
const rulesOfEvents = ['HOOK-2', 'HOOK-4'];

/**
 * The rules that an interaction checks: those that it refers to, otherwise the one that its description starts with. None if it
 * is of a consumer's own pact.
 */
export function rulesOf({ description, comments, type }: Interaction): string[] {
  const { rules: referred, basis } = comments?.references?.['escrow-kit'] ?? {};
  if (basis === ownBasis) return [];
  const ids = typeof referred === 'string' ? referred.split(' ') : [description.split(' ')[0] ?? ''];
  const own = type === 'Asynchronous/Messages' ? [...ids, ...rulesOfEvents] : ids;
  return [...new Set(own)].filter((id) => Object.hasOwn(rules, id));
}
