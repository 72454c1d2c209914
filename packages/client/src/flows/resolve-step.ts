import { fail } from '../errors/escrow-error.ts';
import { isRecord, isText } from '../rules/guards.ts';
import { FlowRecord } from './flow-record.ts';
import type { Journal } from './journal.ts';
import { isJournal } from './read-flow-options.ts';
import { readContractId, readMilestone } from './read-results.ts';
import { type PendingStep, requiredFieldsOf } from './steps.ts';

/** The result of a step that the service carried out: as many of the fields as the step's `requiredFields` names. */
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
 * Saves what became of a pending step in its journal. It sends nothing and needs no input of the flow: run the flow again with
 * the same key and input, and it goes on. A flow that is run with other input than was sent is refused with `input_changed`. A
 * resolution cannot be taken back. Resolve no step that is younger than the deadline of a call: its request may be on its way.
 * @param step An entry of `listPendingSteps()`, or the error with the code `step_pending`.
 * @param outcome `not-sent`: the service did not carry it out, so the flow sends it again. `succeeded`: it did.
 * @param result If it succeeded: the fields that `step.requiredFields` names.
 * @throws EscrowError `configuration` if an argument is malformed or the result lacks a field; `journal` if the step is resolved already.
 */
export async function resolveStep(
  journal: Journal,
  step: PendingStep,
  outcome: 'not-sent' | 'succeeded',
  result: StepResult = {},
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

/** The result of a step that was carried out, as the journal saves it. */
function readStepResult(step: PendingStep, result: StepResult, record: FlowRecord): unknown {
  const fields = requiredFieldsOf(step.step);
  const missing = fields.filter((name) => (name === 'id' ? !isText(result.id) : !isAmount(result[name])));
  if (missing.length > 0)
    refuse(step, `Give { ${missing.join(', ')} } as the service has it: id as text, amounts as numbers.`);
  const { id, itemPrice, fee, feePercentage } = result;
  if (fields.length === 0) return null;
  if (step.step === 'createContract') return readContractId(id) ?? refuse(step, 'Give the id of the contract.');
  const milestone = {
    id,
    itemPrice: Number(itemPrice),
    fee: Number(fee),
    feePercentage: Number(feePercentage),
    status: 'CREATED',
  };
  const taken = readMilestone(milestone, record.results);
  return taken ?? refuse(step, 'Give the id of this milestone, which no other milestone has.');
}

/** Amounts may come as the text of a form. */
const isAmount = (value: unknown): boolean =>
  (typeof value === 'number' || (isText(value) && value.trim() !== '')) && Number.isFinite(Number(value));

function refuse({ flow, key, step }: PendingStep, remedy: string): never {
  fail('configuration', `resolveStep saved nothing about ${step} of ${flow} ${JSON.stringify(key)}: ${remedy}`);
}
