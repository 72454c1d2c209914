import { checkInput } from '../input/check-request.ts';
import type { Observation } from '../observation/observation.ts';
import type { ObservedFlow } from '../observation/observer.ts';
import type { Check } from '../rules/check.ts';
import type { Checks } from '../rules/violation.ts';
import { checkFlowOptions } from './check-flow-options.ts';
import type { FlowOptions, Report, StepProgress } from './flow-options.ts';
import { FlowRecord } from './flow-record.ts';
import { addFingerprints, type Plan } from './plan.ts';
import { refuseChangedInput } from './refuse-changed-input.ts';
import { runStep } from './run-step.ts';
import { type GivenAnswer, takeAnswer } from './take-answer.ts';

/** What makes a flow. */
export interface FlowDefinition<Input, Results, Result> {
  name: ObservedFlow['flow'];
  /** The check of its whole input. */
  check: Check;
  /** Its steps with an input that was checked. */
  planOf(input: Input): Plan<Results, Result>;
}

/** What flows need of their client. */
export interface FlowTools {
  checks: Checks;
  observation: Observation | undefined;
}

/**
 * Creates a flow on a journal. It sends nothing before it knows that the input is whole, that it is the one that earlier
 * runs of the key were done with, and that no step is in doubt.
 */
export function createJournaledFlow<Input, Results, Result>(
  { name, check, planOf }: FlowDefinition<Input, Results, Result>,
  tools: FlowTools,
): (given: Input, options: FlowOptions<Results>) => Promise<Result> {
  const { observation } = tools;

  async function run(given: Input, options: FlowOptions<Results>): Promise<Result> {
    const checks = options?.call?.checks ?? tools.checks;
    const input = checkInput<Input>(check, given, { checks, details: { operationId: name } });
    checkFlowOptions(name, options);
    const { key, journal, inDoubt, onStep, call } = options;
    const { steps, resultOf } = planOf(input);
    const record = await FlowRecord.open(name, key, journal);
    const planned = await addFingerprints(steps, record.salt);
    refuseChangedInput(record, planned);
    const report = createReporter<Results>({ flow: name, key, steps: planned.map((step) => step.name), onStep }, tools);
    const isDone = (step: string) => record.stateOf(step)?.status === 'done';
    for (const step of planned) if (isDone(step.name)) report(step.name, 'done');
    await takeAnswer({ record, report }, planned, inDoubt as GivenAnswer | undefined);
    for (const step of planned) {
      if (isDone(step.name)) continue;
      const runThis = () => runStep({ record, report, call }, step);
      await (observation ? observation.step({ flow: name, step: step.name }, runThis) : runThis());
    }
    return resultOf(record.results as Results);
  }

  if (!observation) return run;
  return (given, options) => observation.flow(name, () => run(given, options));
}

/** Tells the caller's onStep what became of a step. */
function createReporter<Results>(
  { flow, key, steps, onStep }: { flow: string; key: string; steps: string[]; onStep: FlowOptions<Results>['onStep'] },
  { observation }: FlowTools,
): Report {
  const notify = async (progress: StepProgress<string>) => onStep?.(progress as StepProgress<keyof Results>);
  return (step, status) => {
    const progress = { flow, key, step, position: steps.indexOf(step) + 1, total: steps.length, status };
    notify(progress).catch((error) => observation?.warn({ message: `onStep of ${flow} failed at ${step}`, error }));
  };
}
