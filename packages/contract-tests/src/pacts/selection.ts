import { posix } from 'node:path';
import type { Interaction, Pact } from './pact-document.ts';
import { rulesOf } from './rules-of.ts';

/** Which checks to make. Each name may be a glob such as `PARTY-*`; upper and lower case are the same. */
export interface Selection {
  /** Only checks of these rules. Default: all. */
  rules?: readonly string[] | undefined;
  /** Only checks of these operations of the document; events are `contractEvent`. Default: all. */
  operations?: readonly string[] | undefined;
  /** No checks of these operations, and no verdict on these rules. Default: none. */
  exclude?: readonly string[] | undefined;
}

/** Whether one of these globs matches a name. */
export function isNamed(name: string, globs: readonly string[]): boolean {
  return globs.some((glob) => posix.matchesGlob(name.toLowerCase(), glob.toLowerCase()));
}

/** Whether a selection leaves anything out. */
export function isNarrowed({ rules = [], operations = [], exclude = [] }: Selection): boolean {
  return rules.length + operations.length + exclude.length > 0;
}

/** The id of the interaction's operation, or `contractEvent`; undefined if it names none. */
export function operationOf({ comments }: Interaction): string | undefined {
  return comments?.references?.OpenAPI?.operationId;
}

/** The pact with only the selected interactions. A check that is named after an excluded rule is left out. */
export function selectInteractions(pact: Pact, { rules = [], operations = [], exclude = [] }: Selection): Pact {
  const isSelected = (interaction: Interaction): boolean => {
    const ids = rulesOf(interaction);
    const operation = operationOf(interaction) ?? '';
    if (rules.length > 0 && !ids.some((id) => isNamed(id, rules))) return false;
    if (operations.length > 0 && !isNamed(operation, operations)) return false;
    return !isNamed(operation, exclude) && !isNamed(ids[0] ?? '', exclude);
  };
  return { ...pact, interactions: pact.interactions.filter(isSelected) };
}
