import { mainRuleOf } from '@escrow-kit/spec';
import { type ExploreOptions, explore } from '../../src/explore/explore.ts';
import type { Failure } from '../../src/explore/find-failure.ts';
import { mutants } from '../mutants/mutants.ts';
import type { Mutant } from '../mutants/ways.ts';
import { startDeployment } from '../support/sandbox-deployment.ts';

/** So many cases are tried at once, until one is noticed. */
const casesARound = 30;

/** Explores a sandbox that breaks a rule until a failure of that rule is found, and returns all that were found until then. */
export async function exploreMutant(
  { rule, replace }: Mutant,
  { cases, ...options }: Pick<ExploreOptions, 'cases' | 'isWanted'>,
): Promise<Failure[]> {
  const { deployment } = await startDeployment(replace);
  const found: Failure[] = [];
  for (let tried = 0; tried < cases; tried += casesARound) {
    // Far enough from the seeds of the last round, which skips those of other operations.
    const seed = 1 + tried * 1000;
    const { failures } = await explore({ deployment, ...options, cases: casesARound, seed });
    found.push(...failures);
    if (failures.some(({ rules: [id = ''] }) => mainRuleOf(id) === mainRuleOf(rule))) break;
  }
  return found;
}

/** The broken sandbox that does this. */
export function mutantThat(does: string): Mutant {
  const mutant = mutants.find((one) => one.does === does);
  if (!mutant) throw new Error(`There is no sandbox that ${does}.`);
  return mutant;
}
