import { type Interaction, kitReferencesOf } from '../pacts/pact-document.ts';
import { rulesOf } from '../pacts/rules-of.ts';

/** The wrong part of an answer: its status, the access of the caller, or its body, at a path such as `$.data.id` if known. */
export type WrongPart = 'status' | 'access' | { path: string };

/**
 * The rule that a wrong part of an answer breaks. An interaction names the rule of each part that is not covered by the rule in
 * its description. The ids in an answer, the success of the call and the accepted token may belong to three rules.
 */
export function blame(interaction: Interaction, part: WrongPart): string {
  const [first = ''] = rulesOf(interaction);
  const named = readBlames(interaction);
  if (part === 'status') return named['status'] ?? first;
  if (part === 'access') return named['access'] ?? named['status'] ?? first;
  const place = Object.keys(named).find((path) => path.startsWith('$') && isWithin(part.path, path));
  return named[place ?? 'answer'] ?? first;
}

function readBlames(interaction: Interaction): Record<string, string | undefined> {
  const entries = kitReferencesOf(interaction).blames?.split(' ') ?? [];
  return Object.fromEntries(entries.map((entry) => entry.split('=')));
}

const isWithin = (path: string, place: string): boolean =>
  path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`);
