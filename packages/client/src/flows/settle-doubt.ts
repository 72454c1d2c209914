import { fail } from '../errors/escrow-error.ts';
import { isRecord, isText } from '../rules/guards.ts';
import { isJournal } from './check-flow-options.ts';
import { FlowRecord } from './flow-record.ts';
import type { Journal } from './journal.ts';
import { readContractId, readMilestone } from './read-results.ts';
import type { Doubt } from './steps.ts';

/** What there is to find out about a step that was carried out: the id of what it created, and amounts of a milestone. */
export type ResultField = 'id' | 'itemPrice' | 'fee' | 'feePercentage';

/** What a person found out about a step in doubt. */
export type Finding =
  | {
      /** The service did not do it: the flow sends it again. */
      wasCarriedOut: false;
    }
  | {
      /** The service did it: the flow goes on after it. `resultFields` says which of the fields it needs. */
      wasCarriedOut: true;
      /** The id of the contract or of the milestone. */
      id?: string | undefined;
      /** The amount of the milestone, as a number or as the text of a form. */
      itemPrice?: number | string | undefined;
      /** The fee of the milestone, as the service calculated it. */
      fee?: number | string | undefined;
      /** The fee as a fraction: 0.04 for 4 percent. */
      feePercentage?: number | string | undefined;
    };

/** The fields that a finding needs where the step was carried out, such as for the form of an operator; none for most steps. */
export function resultFields({ step }: Pick<Doubt, 'step'>): readonly ResultField[] {
  if (step === 'createContract') return ['id'];
  return step.startsWith('addMilestones.') ? ['id', 'itemPrice', 'fee', 'feePercentage'] : [];
}

/**
 * Keeps what a person found out about a step in doubt in its journal. It sends nothing and needs no input of the flow: run the flow
 * again with the same key and input, and it goes on. What was sent stays what counts: a flow that is run with other input is
 * refused with `input_changed`. A finding cannot be taken back. Settle no doubt that is younger than the deadline of a call: its
 * request may be on its way. See {@link InDoubt} for doing both in one call.
 * @param doubt An entry of `listDoubts()`, or the error with the code `step_in_doubt`.
 * @throws EscrowError `configuration` where an argument is none of these, or the finding lacks something; `journal` where the doubt is settled already.
 */
export async function settleDoubt(journal: Journal, doubt: Doubt, finding: Finding): Promise<void> {
  if (!isJournal(journal)) fail('configuration', 'settleDoubt kept nothing: journal must have load and save.');
  if (!isDoubt(doubt)) fail('configuration', 'settleDoubt kept nothing: doubt must be an entry of listDoubts().');
  const { flow, key, step, revision } = doubt;
  const record = await FlowRecord.open(flow, key, journal);
  const state = record.stateOf(step);
  if (state?.status !== 'pending' || record.revision !== revision) {
    const doubted = `${step} of ${flow} ${JSON.stringify(key)}`;
    fail(
      'journal',
      `settleDoubt kept nothing: ${doubted} is not in doubt at revision ${revision}. List the doubts again.`,
    );
  }
  if (typeof finding?.wasCarriedOut !== 'boolean') refuse(doubt, 'Set wasCarriedOut to true or false.');
  const settled = finding.wasCarriedOut
    ? ({ status: 'done', inputHash: state.inputHash, result: readFinding(doubt, finding, record) } as const)
    : undefined;
  await record.save(step, settled);
}

const isDoubt = (value: unknown): boolean =>
  isRecord(value) && isText(value['flow']) && isText(value['key']) && isText(value['step']);

/** The result of a step that was carried out, as the journal keeps it. */
function readFinding(doubt: Doubt, finding: Extract<Finding, { wasCarriedOut: true }>, record: FlowRecord): unknown {
  const fields = resultFields(doubt);
  const missing = fields.filter((name) => (name === 'id' ? !isText(finding.id) : !isAmount(finding[name])));
  if (missing.length > 0) refuse(doubt, `Give ${missing.join(', ')} as the service has it; amounts as numbers.`);
  const { id, itemPrice, fee, feePercentage } = finding;
  if (fields.length === 0) return null;
  if (doubt.step === 'createContract') return readContractId(id) ?? refuse(doubt, 'Give the id of the contract.');
  const milestone = {
    id,
    itemPrice: Number(itemPrice),
    fee: Number(fee),
    feePercentage: Number(feePercentage),
    status: 'CREATED',
  };
  const taken = readMilestone(milestone, record.results);
  return taken ?? refuse(doubt, 'Give the id of this milestone, which no other milestone has.');
}

/** Amounts may come as the text of a form. */
const isAmount = (value: unknown): boolean =>
  (typeof value === 'number' || (isText(value) && value.trim() !== '')) && Number.isFinite(Number(value));

function refuse({ flow, key, step }: Doubt, remedy: string): never {
  fail('configuration', `settleDoubt kept nothing about ${step} of ${flow} ${JSON.stringify(key)}: ${remedy}`);
}
