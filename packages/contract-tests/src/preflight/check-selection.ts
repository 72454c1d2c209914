import { CommandLineError } from '@escrow-kit/shared/command-line';
import { rules as serviceRules } from '@escrow-kit/spec';
import { closest, distance } from 'fastest-levenshtein';
import { readKitPacts } from '../pacts/pact-files.ts';
import { isNamed, operationOf, type Selection, selectInteractions } from '../pacts/selection.ts';

/**
 * Throws if a name is unknown or a glob matches nothing, if one is excluded and asked for, or if no check is left, as for a rule
 * that does not show in calls and events.
 */
export function checkSelection(selection: Selection): void {
  const { rules = [], operations = [], exclude = [] } = selection;
  const pacts = readKitPacts();
  const ruleIds = Object.keys(serviceRules);
  const operationIds = [
    ...new Set(pacts.flatMap(({ interactions }) => interactions.flatMap((one) => operationOf(one) ?? []))),
  ];
  refuseUnknown('--rule', rules, { kind: 'rule', known: ruleIds });
  refuseUnknown('--operation', operations, { kind: 'checked operation', known: operationIds });
  refuseUnknown('--exclude', exclude, { kind: 'rule or operation', known: [...ruleIds, ...operationIds] });
  refuseContradiction(
    exclude,
    [...ruleIds, ...operationIds].filter((name) => isNamedInFull(name, [...rules, ...operations])),
  );
  const selected = pacts.flatMap((pact) => selectInteractions(pact, selection).interactions);
  if (selected.length > 0) return;
  throw new CommandLineError(
    'No check is left. Change --rule, --operation or --exclude; --list shows what they select.',
  );
}

function refuseUnknown(
  option: string,
  globs: readonly string[],
  { kind, known }: { kind: string; known: string[] },
): void {
  const unknown = globs.filter((glob) => !known.some((name) => isNamed(name, [glob])));
  if (unknown.length === 0) return;
  const proposals = [...new Set(unknown.flatMap((glob) => findNear(glob, known)))].join(', ');
  const remedy = proposals === '' ? 'Run with only --list to see all.' : `Did you mean ${proposals}?`;
  throw new CommandLineError(`${option}: there is no ${kind} ${unknown.join(', ')}. ${remedy}`);
}

/** The known name that differs least in any case, if at most in every third letter. */
function findNear(given: string, known: string[]): string[] {
  const names = new Map(known.map((name) => [name.toLowerCase(), name]));
  const near = closest(given.toLowerCase(), [...names.keys()]);
  return distance(given.toLowerCase(), near) <= given.length / 3 ? [names.get(near) ?? near] : [];
}

const isNamedInFull = (name: string, given: readonly string[]): boolean =>
  given.some((one) => one.toLowerCase() === name.toLowerCase());

/** Refuses to leave out what is named in full. A glob takes what is left. */
function refuseContradiction(exclude: readonly string[], named: readonly string[]): void {
  const names = named.filter((name) => isNamed(name, exclude));
  if (names.length === 0) return;
  throw new CommandLineError(
    `${names.join(', ')}: excluded and asked for. Take it out of --exclude, or out of --rule or --operation.`,
  );
}
