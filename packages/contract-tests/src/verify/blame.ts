import type { Interaction } from './pact-document.ts';
import { rulesOf } from './rules-of.ts';

/**
 * What of an answer is wrong: its status, that the caller is not let in, or its body, at a path such as `$.data.id` where it
 * is known.
 */
export type WrongPart = 'status' | 'access' | { path: string };

/**
 * The rule that a wrong part of an answer is about. An interaction names those that are not the one of its description: the
 * ids in an answer are another rule than that the call is accepted, and whose token is taken is a third.
 */
export function blame(interaction: Interaction, part: WrongPart): string {
  const [first = ''] = rulesOf(interaction);
  const named = readBlames(interaction);
  if (part === 'status') return named['status'] ?? first;
  if (part === 'access') return named['access'] ?? named['status'] ?? first;
  const place = Object.keys(named).find((path) => path.startsWith('$') && isWithin(part.path, path));
  return named[place ?? 'answer'] ?? first;
}

function readBlames({ comments }: Interaction): Record<string, string | undefined> {
  const blames = comments?.references?.['escrow-kit']?.['blames'];
  if (typeof blames !== 'string') return {};
  return Object.fromEntries(blames.split(' ').map((entry) => entry.split('=')));
}

const isWithin = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`);
