import { rules } from '@escrow-kit/spec';
import { listHiddenRules } from '../pacts/list-hidden-rules.ts';
import { CommandLineError } from './command-line-error.ts';

/** Throws if one of these rules does not exist or does not show in calls and events. */
export function checkRules(ids: string[]): void {
  const unknown = ids.filter((id) => !Object.hasOwn(rules, id));
  if (unknown.length > 0) throw new CommandLineError(`--rule: there is no rule ${unknown.join(', ')}.`);
  const hidden = listHiddenRules().filter(({ id }) => ids.includes(id));
  if (hidden.length === 0) return;
  const names = hidden.map(({ id }) => id).join(', ');
  const [verb, them] = hidden.length === 1 ? ['does', 'it'] : ['do', 'them'];
  throw new CommandLineError(
    `--rule: ${names} ${verb} not show in the service's answers, so there is nothing to check. spec/rules.md lists what holds ${them}.`,
  );
}
