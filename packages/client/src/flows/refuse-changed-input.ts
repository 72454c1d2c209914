import { createRunRefusedError } from './flow-errors.ts';
import type { FlowRecord } from './flow-record.ts';
import type { PlannedStep } from './plan.ts';

/**
 * Compares the input with all steps that are done, before anything is sent.
 * @throws EscrowError `input_changed` that lists the steps that were done with other input.
 */
export function refuseChangedInput<Results>(record: FlowRecord, planned: PlannedStep<Results>[]): void {
  const hashes = new Map<string, string>(planned.map(({ name, inputHash }) => [name, inputHash]));
  const changed = record.doneSteps.filter((name) => record.stateOf(name)?.inputHash !== hashes.get(name));
  if (changed.length === 0) return;
  throw createRunRefusedError(record, {
    code: 'input_changed',
    problem: `${changed.join(', ')} ${changed.length > 1 ? 'were' : 'was'} done with other input.`,
    remedy: 'Run it with the input that they were done with, or use another key.',
  });
}
