import { isRuleOff } from '@escrow-kit/spec';
import { mutants } from '../mutants/mutants.ts';
import { tryMutant } from '../mutants/try-mutant.ts';
import { filterPacts } from '../support/pacts.ts';

/** What came of a broken sandbox under an overlay. */
export interface OverlaidTrial {
  mutant: string;
  verdict: string | undefined;
  /** The verdict without the overlay. */
  due: string;
  /** The rules that are blamed besides. */
  others: string[];
}

/**
 * Tries broken sandboxes under the overlay of this process: these, by rule and what they do. Without names, all of rules about
 * contracts, milestones and parties that are on.
 */
export async function tryMutants(names: readonly string[]): Promise<OverlaidTrial[]> {
  const wanted = mutants.filter(({ rule, does }) =>
    names.length > 0
      ? names.includes(`${rule} ${does}`)
      : /^(CONTRACT|MILESTONE|PARTY)-/.test(rule) && !isRuleOff(rule),
  );
  // CONTRACT-1 shows whether a check is told of that the overlay contradicts.
  const rules = ['CONTRACT-1', ...wanted.map(({ rule }) => rule)];
  const pacts = filterPacts(({ description }) => rules.includes(description.split(' ')[0] ?? ''));
  const trials: OverlaidTrial[] = [];
  for (const mutant of wanted) {
    const { rule, does, verdict: due = 'broken', alsoBlamed = [] } = mutant;
    const { verdict, blamed } = await tryMutant(mutant, pacts);
    const others = blamed.filter((one) => !alsoBlamed.includes(one));
    trials.push({ mutant: `${rule} ${does}`, verdict, due, others });
  }
  return trials;
}
