import type { Call } from '../calls/call.ts';
import type { Deployment } from '../document/registered.ts';
import type { InputChecking } from '../input/check-request.ts';
import { toJsonCopy } from '../input/to-json-copy.ts';
import type { Observation } from '../observation/observation.ts';
import type { Checks } from '../rules/violation.ts';
import { createRunRefusedError } from './flow-errors.ts';
import type { FlowOptions, Report, StepProgress } from './flow-options.ts';
import { FlowRecord } from './flow-record.ts';
import type { Journal } from './journal.ts';
import { type FlowServices, refuseOtherService } from './journaled-service.ts';
import { type Plan, type PlannedStep, planSteps } from './plan.ts';
import { readFlowOptions } from './read-flow-options.ts';
import { type FlowRun, runStep } from './run-step.ts';
import { type GivenResolution, takeResolution } from './take-resolution.ts';

/** The definition of a flow. */
export interface FlowDefinition<Given, Input, Results, Result> {
  /** Its name. */
  name: string;
  /** Checks the caller's whole input, and returns it in the service's terms. Default: the input as it is. */
  read?(given: Given, checking: InputChecking): Input;
  /** Plans the steps for an input that has been checked. */
  planOf(input: Input): Plan<Results, Result>;
}

/** A flow that `defineFlow` of `@escrow-kit/client/define-flow` defined, for `flows.run`. */
export interface DefinedFlow<Input, Results> extends FlowDefinition<Input, Input, Results, Results> {}

/** The parts of the client that flows use. */
export interface FlowTools {
  call: Call;
  deployment: Deployment;
  /** The client's journal, used unless a run has its own. */
  journal: Journal | undefined;
  checks: Checks;
  services: FlowServices;
  observation: Observation | undefined;
}

/**
 * Creates a flow with a journal. It sends nothing until it knows that the input is valid, that it matches the steps done by earlier
 * runs of the key, and that no step is pending: it saves the caller's resolution of a pending step, or throws `step_pending`.
 */
export function createJournaledFlow<Given, Input, Results, Result>(
  { name, read, planOf }: FlowDefinition<Given, Input, Results, Result>,
  tools: FlowTools,
): (given: Given, options: FlowOptions<Results>) => Promise<Result> {
  const { observation } = tools;

  async function run(given: Given, options: FlowOptions<Results>): Promise<Result> {
    const checks = options?.call?.checks ?? tools.checks;
    // Errors about the input name the flow as their operation.
    const details = { operationId: name };
    const copy = toJsonCopy('', given, details);
    const input = read ? read(copy as Given, { checks, details }) : (copy as Input);
    const { key, journal, resolve, onStep, call: callOptions } = readFlowOptions(name, options, tools.journal);
    const { steps, resultOf } = planOf(input);
    const record = await FlowRecord.open(name, key, journal);
    const planned = await planSteps(steps, record.salt, tools.deployment);
    refuseChangedInput(record, planned);
    const address = addressOf(planned);
    await refuseOtherService(record, address, tools.services);
    const names = planned.map((step) => step.name);
    record.begin(names, address === undefined ? undefined : { address });
    const report = createReporter<Results>({ flow: name, key, steps: names, onStep }, tools);
    await runSteps(
      { record, call: tools.call, options: callOptions, report },
      planned,
      resolve as GivenResolution | undefined,
    );
    // The flow is done even if this save fails. Then the journal never prunes the entry.
    await record.complete().catch(() => {});
    return resultOf(record.results as Results);
  }

  /** The address of the service: the host of the first step. */
  function addressOf([first]: PlannedStep<Results>[]): string | undefined {
    const { services, deployment } = tools;
    return first && services.hosts[deployment.operationTable[first.operation]?.host];
  }

  /** Resolves pending steps, then sends every step that is not done. */
  async function runSteps(
    flowRun: FlowRun,
    planned: PlannedStep<Results>[],
    resolution: GivenResolution | undefined,
  ): Promise<void> {
    const { record, report } = flowRun;
    const isDone = (step: string) => record.stateOf(step)?.status === 'done';
    for (const step of planned) if (isDone(step.name)) report(step.name, 'done');
    await takeResolution({ record, report }, planned, resolution);
    for (const step of planned) {
      if (isDone(step.name)) continue;
      const runThis = () => runStep(flowRun, step);
      await (observation ? observation.step({ flow: name, step: step.name }, runThis) : runThis());
    }
  }

  if (!observation) return run;
  return (given, options) => observation.flow(name, () => run(given, options));
}

/** Creates the function that passes the status of a step to the caller's onStep. */
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

/**
 * Compares the input with all steps that are done, before anything is sent.
 * @throws EscrowError `input_changed` that lists the steps that were done with other input.
 */
function refuseChangedInput<Results>(record: FlowRecord, planned: PlannedStep<Results>[]): void {
  const hashes = new Map<string, string>(planned.map(({ name, inputHash }) => [name, inputHash]));
  const changed = record.doneSteps.filter((name) => record.stateOf(name)?.inputHash !== hashes.get(name));
  if (changed.length === 0) return;
  throw createRunRefusedError(record, {
    code: 'input_changed',
    problem: `${changed.join(', ')} ${changed.length > 1 ? 'were' : 'was'} done with other input.`,
    remedy: 'Run it with the input that they were done with, or use another key.',
  });
}
