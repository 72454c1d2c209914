import { fail } from '../errors/escrow-error.ts';
import { isRecord, isText } from '../rules/guards.ts';
import { FlowRecord } from './flow-record.ts';
import type { Journal } from './journal.ts';
import { isJournal } from './read-flow-options.ts';
import { readContractId, readMilestone } from './read-results.ts';
import { isDefinedFlow, type PendingStep, requiredFieldsOf } from './steps.ts';

/** The result of a step that the service carried out: the fields in the step's `requiredFields`. */
export interface StepResult {
  /** The id of the contract or of the milestone. */
  id?: string | undefined;
  /** The amount of the milestone, as a number or as the text of a form. */
  itemPrice?: number | string | undefined;
  /** The fee of the milestone, as the service calculated it. */
  fee?: number | string | undefined;
  /** The fee as a fraction: 0.04 for 4 percent. */
  feePercentage?: number | string | undefined;
}

/**
 * Saves the resolution of a pending step in the journal. It sends nothing and does not need the flow's input. Afterwards, run the flow
 * again with the same key and input, and it goes on; with other input than was sent, it fails with `input_changed`. A resolution is
 * final. Do not resolve a step that is younger than the deadline of a call: its request may still be on its way.
 * @param step An entry of `listPendingSteps()`, or the error with the code `step_pending`.
 * @param outcome `not-sent`: the service did not carry it out, so the flow sends it again. `succeeded`: it did.
 * @param result If it succeeded: the fields in `step.requiredFields`. For a flow of your own: what the step's function `result`
 * returns, or null without one.
 * @throws EscrowError `configuration` if an argument is malformed or a field is missing; `journal` if the step is no longer pending.
 */
export async function resolveStep(
  journal: Journal,
  step: PendingStep,
  outcome: 'not-sent' | 'succeeded',
  result?: StepResult | null | string | number | boolean | readonly unknown[],
): Promise<void> {
  if (!isJournal(journal)) fail('configuration', 'resolveStep saved nothing: journal must have load and save.');
  if (!isPendingStep(step)) {
    fail('configuration', 'resolveStep saved nothing: step must be an entry of listPendingSteps().');
  }
  const { flow, key, revision } = step;
  const record = await FlowRecord.open(flow, key, journal);
  const state = record.stateOf(step.step);
  if (state?.status !== 'pending' || record.revision !== revision) {
    const named = `${step.step} of ${flow} ${JSON.stringify(key)}`;
    const problem = `${named} is not pending at revision ${revision}. List the pending steps again.`;
    fail('journal', `resolveStep saved nothing: ${problem}`);
  }
  if (outcome !== 'not-sent' && outcome !== 'succeeded') refuse(step, "Set the outcome to 'not-sent' or 'succeeded'.");
  const { inputHash } = state;
  const resolved =
    outcome === 'succeeded'
      ? ({ status: 'done', inputHash, result: readStepResult(step, result, record) } as const)
      : undefined;
  await record.save(step.step, resolved);
}

const isPendingStep = (value: unknown): boolean =>
  isRecord(value) && isText(value['flow']) && isText(value['key']) && isText(value['step']);

/** Converts the result of a step to the form that the journal saves. */
function readStepResult(step: PendingStep, given: unknown, record: FlowRecord): unknown {
  if (isDefinedFlow(step.flow)) {
    return given === undefined ? refuse(step, 'Give its result, or null.') : given;
  }
  const result: StepResult = Object(given);
  const fields = requiredFieldsOf(step.flow, step.step);
  const missing = fields.filter((name) => (name === 'id' ? !isText(result.id) : !isAmount(result[name])));
  if (missing.length > 0)
    refuse(step, `Give { ${missing.join(', ')} } as the service has it: id as text, amounts as numbers.`);
  const { id, itemPrice, fee, feePercentage } = result;
  if (fields.length === 0) return null;
  if (step.step === 'createContract') return readContractId(id) ?? refuse(step, 'Give the id of the contract.');
  // As given, because the deployment's types are known only to the flow, which reads them so.
  const milestone = readMilestone({ id, itemPrice, fee, feePercentage }, record.results);
  return milestone ?? refuse(step, 'Give the id of this milestone, which no other milestone has.');
}

/** Whether a value is an amount: a number, or the text of one from a form. */
const isAmount = (value: unknown): boolean =>
  (typeof value === 'number' || (isText(value) && value.trim() !== '')) && Number.isFinite(Number(value));

function refuse({ flow, key, step }: PendingStep, remedy: string): never {
  fail('configuration', `resolveStep saved nothing about ${step} of ${flow} ${JSON.stringify(key)}: ${remedy}`);
}
