import { type DefinedFlow, EscrowError, type OperationId, type OperationInput, type SuccessBody } from './index.ts';

interface StepOf<Results, Name extends keyof Results, Id extends OperationId> {
  /** The name of the step, which no other step of the flow has. The journal, errors and `onStep` name the step by it. */
  name: Name;
  /** The operation that it calls, once. */
  operation: Id;
  /**
   * Returns the input of the call.
   * @param done The results of the steps before it.
   */
  input(done: Results): OperationInput<Id>;
}

/** The result that a step saves. */
interface StepResultOf<Results, Name extends keyof Results, Id extends OperationId> {
  /**
   * Returns the IDs and statuses that later steps or the caller need. The journal saves them as JSON. Never return a secret, personal
   * data or a promise.
   */
  result(answer: SuccessBody<Id>, done: Results): Results[Name];
}

type StepFor<Results, Name extends keyof Results, Id extends OperationId> = StepOf<Results, Name, Id> &
  (null extends Results[Name] ? Partial<StepResultOf<Results, Name, Id>> : StepResultOf<Results, Name, Id>);

/** A step of your own flow: one call. A step whose result is null can leave out `result`. */
export type FlowStep<Results> = {
  [Name in keyof Results & string]: { [Id in OperationId]: StepFor<Results, Name, Id> }[OperationId];
}[keyof Results & string];

/** The definition of your own flow. */
export interface FlowToDefine<Input, Results> {
  /** Its name with a dot in it, such as `shop.release`, so that it cannot be the name of one of the client's own flows. */
  name: `${string}.${string}`;
  /**
   * Returns its steps, at least one, in the order in which they are sent. The same input must give the same steps.
   * @param input A JSON copy of what `flows.run` was given.
   */
  steps(input: Input): readonly FlowStep<Results>[];
}

/**
 * Defines a flow of several calls that `flows.run` carries out like the client's own: each step is pending in the journal before its
 * request leaves and done after its answer, a run with the same key resumes where the last one stopped, and a step whose outcome is
 * unknown stops the flow with `step_pending` until a person resolves it. A step whose operation may be repeated is never pending.
 * `Results` are the results of the steps, by name.
 * @throws EscrowError `configuration` if the name has no dot; from `flows.run`, before anything is sent, if a `result` is async.
 * @example
 * const release = defineFlow<{ contractId: string; milestoneId: string }, { release: string }>({
 *   name: 'shop.release',
 *   steps: ({ contractId, milestoneId }) => [
 *     {
 *       name: 'release',
 *       operation: 'releaseMilestone',
 *       input: () => ({ path: { contractId }, body: { milestoneId } }),
 *       result: ({ data }) => data.releaseId,
 *     },
 *   ],
 * });
 * await escrow.flows.run(release, { contractId, milestoneId }, { key: 'order-17' });
 */
export function defineFlow<Input, Results extends object>(
  flow: FlowToDefine<Input, Results>,
): DefinedFlow<Input, Results> {
  const { name, steps } = flow;
  if (!name.includes('.')) {
    const problem = 'was not started: its name needs a dot, such as shop.release.';
    throw new EscrowError('configuration', problem, { operationId: name });
  }
  // Which input, answer and result a step has is known to the types of the definition alone.
  return { name, steps: steps as unknown as DefinedFlow<Input, Results>['steps'] };
}
