import { textInKeyOrder } from './fingerprint.ts';
import { createRunRefusedError, stepPendingError } from './flow-errors.ts';
import type { Report } from './flow-options.ts';
import type { FlowRecord, PendingState } from './flow-record.ts';
import type { JournalStep } from './journal.ts';
import type { PlannedStep } from './plan.ts';

/** A resolution as given. Without types, a caller can pass anything. */
export interface GivenResolution {
  step: string;
  revision: number;
  outcome?: unknown;
  result?: unknown;
}

/**
 * Saves the caller's resolution of the pending step in the journal, so that the flow can go on.
 * @throws EscrowError `step_pending` if there is no resolution or it does not fit; `journal` if no step is pending and the resolution
 * contradicts the journal.
 */
export async function takeResolution<Results>(
  { record, report }: { record: FlowRecord; report: Report },
  planned: PlannedStep<Results>[],
  resolution: GivenResolution | undefined,
): Promise<void> {
  if (resolution && !record.findPending()) refuseContradiction(record, planned, resolution);
  for (let pending = record.findPending(); pending; pending = record.findPending()) {
    const { name, state } = pending;
    const step = planned.find((candidate) => candidate.name === name);
    const reading = readResolution(record, pending, { step, resolution });
    if ('rejection' in reading) {
      report(name, 'unknown');
      const { resultInWords = 'what the service answered' } = step ?? {};
      throw stepPendingError(record, { step: name, since: state.since, reason: reading.rejection, resultInWords });
    }
    await record.save(name, reading.state);
    if (reading.state) report(name, 'done');
  }
}

/** The new state of the step (undefined: free to be sent), or why the resolution was rejected. */
type Reading = { state: JournalStep | undefined } | { rejection: string };

function readResolution<Results>(
  record: FlowRecord,
  { name, state }: PendingState,
  { step, resolution }: { step: PlannedStep<Results> | undefined; resolution: GivenResolution | undefined },
): Reading {
  if (!resolution) {
    return { rejection: `A run started it at ${state.since} and has not finished: it died, or is still running.` };
  }
  if (resolution.step !== name) return { rejection: `options.resolve names ${resolution.step}, which is not pending.` };
  if (resolution.revision !== record.revision) {
    return {
      rejection: `options.resolve names revision ${resolution.revision}, which is not that of this run of the step.`,
    };
  }
  const { outcome } = resolution;
  if (outcome !== 'not-sent' && outcome !== 'succeeded') {
    return { rejection: "options.resolve.outcome must be 'not-sent' or 'succeeded'." };
  }
  if ((outcome === 'not-sent') === (resolution.result !== undefined)) {
    return { rejection: 'options.resolve must have a result if the step succeeded, and none if it was not sent.' };
  }
  if (outcome === 'not-sent') return { state: undefined };
  if (step?.inputHash !== state.inputHash) {
    return { rejection: `The result in options.resolve does not fit: ${name} was sent with other input than this.` };
  }
  const result = step.readResult(resolution.result, record.results as Results);
  if (result === undefined) return { rejection: `The result in options.resolve cannot be that of ${name}.` };
  return { state: { status: 'done', inputHash: state.inputHash, result } };
}

/** A resolution that was accepted before may be given again, because a job that is repeated has the same options. */
function refuseContradiction<Results>(
  record: FlowRecord,
  planned: PlannedStep<Results>[],
  { step, result }: GivenResolution,
): void {
  const refuse: (problem: string) => never = (problem) => {
    throw createRunRefusedError(record, { code: 'journal', problem, remedy: 'Leave options.resolve out.' });
  };
  const state = record.stateOf(step);
  if (!state && !planned.some(({ name }) => name === step)) {
    const names = planned.map(({ name }) => name).join(', ');
    refuse(`options.resolve names ${step}, which is not a step: there are ${names}.`);
  }
  if (result === undefined) return;
  if (state?.status !== 'done') refuse(`options.resolve has a result of ${step}, which is not pending.`);
  if (textInKeyOrder(state.result) !== textInKeyOrder(result)) {
    refuse(`options.resolve has another result of ${step} than the journal.`);
  }
}
