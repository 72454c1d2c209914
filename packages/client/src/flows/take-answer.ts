import { textInKeyOrder } from './fingerprint.ts';
import { doubtError, refusal } from './flow-errors.ts';
import type { Report } from './flow-options.ts';
import type { FlowRecord, PendingStep } from './flow-record.ts';
import type { JournalStep } from './journal.ts';
import type { PlannedStep } from './plan.ts';

/** An answer to a doubt as it came: a caller without types may have given anything. */
export interface GivenAnswer {
  step: string;
  revision: number;
  resend?: unknown;
  result?: unknown;
}

/**
 * Keeps the caller's answer to the step in doubt in the journal, so that the flow can go on.
 * @throws EscrowError `step_in_doubt` where there is no answer, or none that can be taken; `journal` where nothing is in
 * doubt and the answer contradicts the journal.
 */
export async function takeAnswer<Results>(
  { record, report }: { record: FlowRecord; report: Report },
  planned: PlannedStep<Results>[],
  answer: GivenAnswer | undefined,
): Promise<void> {
  if (answer && !record.findPending()) refuseContradiction(record, planned, answer);
  for (let pending = record.findPending(); pending; pending = record.findPending()) {
    const { name, state } = pending;
    const step = planned.find((candidate) => candidate.name === name);
    const reading = readAnswer(record, pending, { step, answer });
    if ('rejection' in reading) {
      report(name, 'in-doubt');
      const { resultInWords = 'what the service answered' } = step ?? {};
      throw doubtError(record, { step: name, since: state.since, reason: reading.rejection, resultInWords });
    }
    await record.save(name, reading.state);
    if (reading.state) report(name, 'done');
  }
}

/** What the step becomes by the answer, where undefined is free to be sent; or why the answer cannot be taken. */
type Reading = { state: JournalStep | undefined } | { rejection: string };

function readAnswer<Results>(
  record: FlowRecord,
  { name, state }: PendingStep,
  { step, answer }: { step: PlannedStep<Results> | undefined; answer: GivenAnswer | undefined },
): Reading {
  if (!answer) {
    return { rejection: `Its request was about to leave at ${state.since}: its run died, or is still at work.` };
  }
  if (answer.step !== name) return { rejection: `inDoubt answers ${answer.step}, which is not in doubt.` };
  if (answer.revision !== record.revision) {
    return { rejection: `inDoubt answers revision ${answer.revision}, which is not this doubt's.` };
  }
  if ((answer.resend === true) === (answer.result !== undefined)) {
    return { rejection: 'inDoubt must hold either resend: true or a result.' };
  }
  if (answer.resend === true) return { state: undefined };
  if (step?.inputHash !== state.inputHash) {
    return { rejection: `The result in inDoubt cannot be taken: ${name} was sent with other input than this.` };
  }
  const result = step.readResult(answer.result, record.results as Results);
  if (result === undefined) return { rejection: `The result in inDoubt cannot be that of ${name}.` };
  return { state: { status: 'done', inputHash: state.inputHash, result } };
}

const leaveOut = { code: 'journal', remedy: 'Leave inDoubt out.' } as const;

/** An answer that was taken before may be given again: a job that runs once more has the same options. */
function refuseContradiction<Results>(record: FlowRecord, planned: PlannedStep<Results>[], answer: GivenAnswer): void {
  const { step, result } = answer;
  const state = record.stateOf(step);
  if (!state && !planned.some(({ name }) => name === step)) {
    const names = planned.map(({ name }) => name).join(', ');
    throw refusal(record, { ...leaveOut, problem: `inDoubt answers ${step}, which is no step: there are ${names}.` });
  }
  if (result === undefined) return;
  if (state?.status !== 'done') {
    throw refusal(record, { ...leaveOut, problem: `inDoubt has a result of ${step}, which is not in doubt.` });
  }
  if (textInKeyOrder(state.result) !== textInKeyOrder(result)) {
    throw refusal(record, { ...leaveOut, problem: `inDoubt has another result of ${step} than the journal.` });
  }
}
