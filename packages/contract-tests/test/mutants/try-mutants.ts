import { shippedRules, startService } from '@escrow-kit/sandbox/testing';
import { breaks, type RuleSummary, summarizeRules } from '../../src/report/summarize-rules.ts';
import type { Interaction, Pact } from '../../src/verify/pact-document.ts';
import type { Outcome, VerifiedInteraction } from '../../src/verify/verification.ts';
import { allPacts } from '../support/filter-pacts.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';
import { verifyByPact } from '../support/verify-by-pact.ts';
import type { Mutant } from './mutant.ts';

/** A broken sandbox, and the interactions that it is verified by. */
export interface Plan {
  mutant: Mutant;
  interactions: readonly Interaction[];
}

/** The result of verifying a broken sandbox. */
export interface Trial {
  mutant: Mutant;
  /** The verdict on its rule. */
  verdict: Outcome | undefined;
  /** The other rules that are called broken or differ. */
  blamed: string[];
  /** The failed interactions of its rule, without those whose state could not be set up. */
  noticedBy: string[];
  /** The operations that answered 500, except the bare 500 for an unknown milestone. */
  crashes: string[];
}

/** One interaction of a broken sandbox. */
interface Step {
  mutant: Mutant;
  interaction: Interaction;
  /** The name of the interaction in this run; each sandbox has its own copy. */
  name: string;
  /** By the clock of this process. */
  startedAt: number;
}

/** Verifies broken sandboxes in one run: before each interaction, one sandbox becomes the one that it is planned for. */
export async function tryMutants(plans: readonly Plan[]): Promise<Trial[]> {
  const { sandbox, service } = await startService({}, { ...shippedRules });
  try {
    const parts = allPacts.map((pact) => ({ pact, steps: listSteps(plans, pact) }));
    const steps = parts.flatMap((part) => part.steps);
    const broken = new Map(plans.map(({ mutant }) => [mutant, mutant.replace(shippedRules)]));
    const onStart = (_count: number, _total: number, description: string) => {
      const step = steps.find(({ name }) => name === description);
      if (!step) throw new Error(`The interaction "${description}" was not planned.`);
      step.startedAt = Date.now();
      Object.assign(service.rules, shippedRules, broken.get(step.mutant));
    };
    const pacts = parts.map((part) => ({ ...part.pact, interactions: part.steps.map(renameInteraction) }));
    const { interactions } = await verifyByPact(pacts, await deploymentOf(sandbox), { onStart });
    const { requests } = await sandbox.control.requests({ status: 500, limit: 1000 });
    const crashes = requests.filter(({ rule }) => rule !== 'PAY-4');
    return plans.map(({ mutant }) => ({
      ...judgeMutant(
        mutant,
        steps.filter((step) => step.mutant === mutant),
        interactions,
      ),
      crashes: crashes
        .filter(({ createdAt }) => findStep(steps, createdAt)?.mutant === mutant)
        .map(({ operationId }) => String(operationId)),
    }));
  } finally {
    await sandbox.close();
  }
}

function listSteps(plans: readonly Plan[], pact: Pact): Step[] {
  const own = new Set(pact.interactions);
  return plans.flatMap(({ mutant, interactions }, index) =>
    interactions
      .filter((interaction) => own.has(interaction))
      .map((interaction) => ({
        mutant,
        interaction,
        name: `${interaction.description} (sandbox ${index + 1})`,
        startedAt: Number.POSITIVE_INFINITY,
      })),
  );
}

const renameInteraction = ({ interaction, name }: Step): Interaction => ({ ...interaction, description: name });

/** The step during which something happened: the last one that had begun. */
const findStep = (steps: readonly Step[], time: number): Step | undefined =>
  steps
    .filter(({ startedAt }) => startedAt <= time)
    .toSorted((one, other) => one.startedAt - other.startedAt)
    .at(-1);

function judgeMutant(
  mutant: Mutant,
  steps: readonly Step[],
  verified: readonly VerifiedInteraction[],
): Omit<Trial, 'crashes'> {
  const { rule } = mutant;
  const names = new Map(steps.map(({ name, interaction }) => [name, interaction.description]));
  const interactions = verified.filter(({ description }) => names.has(description));
  const rules = summarizeRules({ interactions });
  const isBlamed = ({ outcome }: RuleSummary) => outcome === 'broken' || outcome === 'assumed: differs';
  return {
    mutant,
    verdict: rules.find(({ id }) => id === rule)?.outcome,
    blamed: rules.filter((one) => one.id !== rule && isBlamed(one)).map(({ id }) => id),
    noticedBy: interactions
      .filter((interaction) => breaks(interaction, rule))
      .map(({ description }) => names.get(description) ?? description),
  };
}
