import { fail } from '../errors.ts';
import { isPathId, isRecord, isText } from '../json.ts';
import { isJournal, type Journal, type JournalStep, type PendingStep, type ResultField } from './journal.ts';
import type { GivenResolution, Report } from './options.ts';
import {
  createRunRefusedError,
  createStepPendingError,
  FlowRecord,
  type PendingState,
  textInKeyOrder,
  toJson,
} from './record.ts';

// A person reports whether a pending step was carried out, by `resolveStep` or by the option `resolve` of a run. Both
// are read by `readResolution`, with the fields that the step saved when it became pending.

/** The result of a step that the service carried out: the fields in the step's `requiredFields`. */
export interface StepResult {
  /** The ID of the contract or of the milestone. */
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
 * again with the same key and input, and it resumes; with other input, it fails with `input_changed`. A resolution is
 * final. Do not resolve a step that is younger than the time-out of a call: its request can still be on its way.
 * @param step An entry of `listPendingSteps()`, or the error with the code `step_pending`.
 * @param outcome `not-sent`: the service did not carry it out, so the flow sends it again. `succeeded`: it did.
 * @param result If it succeeded: the fields in `step.requiredFields`. For your own flow: the return value of the step's function
 * `result`, or null without one.
 * @throws EscrowError `configuration` if an argument is malformed or a field is missing; `journal` if the step is no longer pending.
 */
export async function resolveStep(
  journal: Journal,
  step: PendingStep,
  outcome: 'not-sent' | 'succeeded',
  result?: StepResult | null | string | number | boolean | readonly unknown[],
): Promise<void> {
  if (!isJournal(journal)) fail('configuration', 'resolveStep saved nothing: journal must have load and save.');
  if (!isRecord(step) || ![step.flow, step.key, step.step].every(isText)) {
    fail('configuration', 'resolveStep saved nothing: step must be an entry of listPendingSteps().');
  }
  const { flow, key, step: name, revision } = step;
  const named = `${name} of ${flow} ${JSON.stringify(key)}`;
  const record = await FlowRecord.open(flow, key, journal);
  const pending = record.findPending(name);
  if (!pending || record.entry.revision !== revision) {
    const problem = `${named} is not pending at revision ${revision}. List the pending steps again.`;
    fail('journal', `resolveStep saved nothing: ${problem}`);
  }
  // A form may send empty fields beside the outcome.
  const isEmpty = isRecord(result) && Object.values(result).every((field) => field === undefined || field === '');
  const given = { outcome, result: outcome === 'not-sent' && (isEmpty || result === null) ? undefined : result };
  const reading = readResolution(record, pending, given);
  if ('rejection' in reading) fail('configuration', `resolveStep saved nothing about ${named}: ${reading.rejection}`);
  await record.save(name, reading.state);
}

/**
 * Saves the resolution that a run was given for its pending step, so that the flow can go on.
 * @throws EscrowError `step_pending` if there is no resolution or it does not fit; `journal` if no step is pending and the resolution
 * contradicts the journal.
 */
export async function takeResolution(
  { record, report }: { record: FlowRecord; report: Report },
  resolution: GivenResolution | undefined,
): Promise<void> {
  let pending = record.findPending();
  if (!pending && resolution) refuseContradiction(record, resolution);
  for (; pending; pending = record.findPending()) {
    const { step } = pending;
    const reading = readGivenResolution(record, pending, resolution);
    if ('rejection' in reading) {
      report(step, 'unknown');
      throw createStepPendingError(record, step, { reason: reading.rejection });
    }
    await record.save(step, reading.state);
    if (reading.state) report(step, 'done');
  }
}

/** The new state of a pending step (undefined: free to be sent), or why its resolution is rejected. */
type Reading = { state: JournalStep | undefined } | { rejection: string };

/** Reads the option `resolve` of a run, which must be about this run of the step, and a result about the input of this run. */
function readGivenResolution(
  record: FlowRecord,
  pending: PendingState,
  resolution: GivenResolution | undefined,
): Reading {
  const { step, since, inputHash } = pending;
  if (!resolution) {
    return { rejection: `A run started it at ${since} and has not finished: it died, or is still running.` };
  }
  if (resolution.step !== step) return { rejection: `options.resolve names ${resolution.step}, which is not pending.` };
  if (resolution.revision !== record.entry.revision) {
    return {
      rejection: `options.resolve has revision ${resolution.revision}, but the step has ${record.entry.revision}.`,
    };
  }
  const planned = record.findStep(step);
  if (resolution.outcome === 'succeeded' && planned?.inputHash !== inputHash) {
    return { rejection: `The result in options.resolve does not fit: ${step} was sent with other input.` };
  }
  // The run knows the fields even if an earlier version has not saved them.
  const reading = readResolution(record, { requiredFields: planned?.requiredFields, ...pending }, resolution);
  return 'rejection' in reading ? { rejection: `options.resolve was not accepted. ${reading.rejection}` } : reading;
}

/** Reads the outcome of a pending step, and its result if the service carried it out. */
function readResolution(
  record: FlowRecord,
  { step, inputHash, requiredFields }: PendingState,
  { outcome, result: given }: Pick<GivenResolution, 'outcome' | 'result'>,
): Reading {
  if (outcome === 'not-sent' && given === undefined) return { state: undefined };
  if (outcome === 'not-sent') return { rejection: 'A step that was not sent has no result: leave it out.' };
  if (outcome !== 'succeeded') return { rejection: "Set the outcome to 'not-sent' or 'succeeded'." };
  const isOwnFlow = record.flow.includes('.');
  if (!requiredFields && !isOwnFlow) {
    const remedy = 'Use the option resolve of the flow.';
    return { rejection: `An earlier version saved this step without the fields of its result. ${remedy}` };
  }
  const reading = readResult(record, step, { requiredFields, given });
  return 'rejection' in reading ? reading : { state: { status: 'done', inputHash, result: reading.result } };
}

/** Reads the result of a step as the journal saves it. */
function readResult(
  { results }: FlowRecord,
  step: string,
  { requiredFields, given }: { requiredFields: readonly ResultField[] | undefined; given: unknown },
): { result: unknown } | { rejection: string } {
  // Without fields, it is a step of a caller's own flow.
  if (!requiredFields) {
    return given === undefined ? { rejection: 'Give its result, or null.' } : { result: toJson(given) };
  }
  // The answer to this step is not shown.
  if (requiredFields.length === 0) return { result: null };
  // An ID may stand alone.
  const found: Partial<Record<string, unknown>> = isRecord(given) ? given : { id: given };
  const wrong = requiredFields.filter((name) => {
    const isFine = name === 'id' ? isText : isAmount;
    return !isFine(found[name]) || (name === 'feePercentage' && Number(found[name]) > 1);
  });
  if (wrong.length > 0) {
    const types =
      'ID as text, amounts as numbers of 0 or more, feePercentage as a fraction, such as 0.04 for 4 percent';
    return { rejection: `Give { ${wrong.join(', ')} } from the service: ${types}.` };
  }
  const isTaken = Object.entries(results).some(
    ([other, result]) => other !== step && isRecord(result) && result['id'] === found['id'],
  );
  if (isTaken || !isPathId(found['id'])) {
    return { rejection: 'Give the ID that the service created for it. No other step has the same ID.' };
  }
  if (requiredFields.length === 1) return { result: found['id'] };
  // The status is not required: without one, it is that of a new milestone.
  const names = isText(found['status']) ? [...requiredFields, 'status'] : requiredFields;
  return { result: Object.fromEntries(names.map((name) => [name, found[name]])) };
}

/** Whether a value is an amount: a number from 0, or the text of one from a form. */
const isAmount = (value: unknown): boolean =>
  (typeof value === 'number' || (isText(value) && value.trim() !== '')) &&
  Number.isFinite(Number(value)) &&
  Number(value) >= 0;

/**
 * A resolution that was accepted before may be given again, because a job that is repeated has the same options.
 * @throws EscrowError `journal` if it contradicts the journal.
 */
function refuseContradiction(record: FlowRecord, { step, result: given }: GivenResolution): void {
  const refuse: (problem: string) => never = (problem) => {
    throw createRunRefusedError(record, { code: 'journal', problem, remedy: 'Leave options.resolve out.' });
  };
  const state = record.stateOf(step);
  const planned = record.findStep(step);
  if (!state && !planned) {
    const names = record.steps.map(({ name }) => name).join(', ');
    refuse(`options.resolve names ${step}, which is not a step. The steps are ${names}.`);
  }
  if (given === undefined) return;
  if (state?.status !== 'done') refuse(`options.resolve has a result for ${step}, which is not pending.`);
  const reading = readResult(record, step, { requiredFields: planned?.requiredFields, given });
  const isSame = 'result' in reading && textInKeyOrder(reading.result) === textInKeyOrder(state.result);
  if (!isSame) refuse(`options.resolve and the journal have different results for ${step}.`);
}
