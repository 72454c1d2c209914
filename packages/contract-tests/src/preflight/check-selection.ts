import { rules as serviceRules } from '@escrow-kit/spec';
import { closest } from 'fastest-levenshtein';
import { listHiddenRules } from '../pacts/list-hidden-rules.ts';
import { readPact } from '../pacts/pact-document.ts';
import { listPactFiles } from '../pacts/pact-files.ts';
import { isNamed, operationOf, type Selection, selectInteractions } from '../pacts/selection.ts';
import { CommandLineError } from './command-line-error.ts';

/**
 * Throws if a name is unknown or a glob matches nothing, if a rule does not show in calls and events, or if no check is left and
 * nothing else is done.
 */
export function checkSelection(selection: Selection, { isMoreDone = false }: { isMoreDone?: boolean } = {}): void {
  const { rules = [], operations = [], exclude = [] } = selection;
  const pacts = listPactFiles().map(readPact);
  const ruleIds = Object.keys(serviceRules);
  const operationIds = [
    ...new Set(pacts.flatMap(({ interactions }) => interactions.flatMap((one) => operationOf(one) ?? []))),
  ];
  refuseUnknown('--rule', rules, { kind: 'rule', known: ruleIds });
  refuseUnknown('--operation', operations, { kind: 'checked operation', known: operationIds });
  refuseUnknown('--exclude', exclude, { kind: 'rule or operation', known: [...ruleIds, ...operationIds] });
  refuseHidden(rules);
  const selected = pacts.flatMap((pact) => selectInteractions(pact, selection).interactions);
  if (selected.length > 0 || isMoreDone) return;
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
  const proposals = [...new Set(unknown.map((glob) => closest(glob, known)))].join(', ');
  throw new CommandLineError(`${option}: there is no ${kind} ${unknown.join(', ')}. Did you mean ${proposals}?`);
}

/** Refuses rules that are named in full. A glob may match them. */
function refuseHidden(rules: readonly string[]): void {
  const hidden = listHiddenRules().filter(({ id }) => rules.some((name) => name.toLowerCase() === id.toLowerCase()));
  if (hidden.length === 0) return;
  const names = hidden.map(({ id }) => id).join(', ');
  const [verb, them] = hidden.length === 1 ? ['does', 'it'] : ['do', 'them'];
  throw new CommandLineError(
    `--rule: ${names} ${verb} not show in the service's answers, so there is nothing to check. spec/rules.md lists what holds ${them}.`,
  );
}
