import { rules } from '@escrow-kit/spec';
import type { Interaction } from './pact-document.ts';

/** The rules that are checked on every event, in addition to those of its interaction. */
const rulesOfEvents = ['HOOK-2', 'HOOK-4'];

/** The rules that an interaction checks: those that it refers to, otherwise the one that its description starts with. */
export function rulesOf({ description, comments, type }: Interaction): string[] {
  const referred = comments?.references?.['escrow-kit']?.['rules'];
  const ids = typeof referred === 'string' ? referred.split(' ') : [description.split(' ')[0] ?? ''];
  const own = type === 'Asynchronous/Messages' ? [...ids, ...rulesOfEvents] : ids;
  return [...new Set(own)].filter((id) => Object.hasOwn(rules, id));
}
