import type { CallOptions } from '../options.ts';
import type { Check } from '../rules/check.ts';
import { checkInput } from '../rules/check-request.ts';
import { isRecord } from '../rules/is-record.ts';
import { isText } from '../rules/is-text.ts';
import { OptionFaults } from '../rules/option-faults.ts';
import type { Checks } from '../rules/violation.ts';
import type { FlowOptions } from './flow-options.ts';
import { openSteps, type RunStep } from './open-steps.ts';

/** What a flow is made of. */
interface FlowDefinition<Input, Result> {
  name: string;
  /** The check of its input. */
  check: Check;
  run(input: Input, runStep: RunStep, call: CallOptions | undefined): Promise<Result>;
}

/** Creates a flow: it checks its input and its options, then runs its steps on a journal. */
export const createJournaledFlow =
  <Input, Result>({ name, check, run }: FlowDefinition<Input, Result>, client: { checks: Checks }) =>
  async (given: Input, options: FlowOptions): Promise<Result> => {
    const details = { operationId: name };
    const checks = options?.call?.checks ?? client.checks;
    const input = checkInput<Input>(check, given, { checks, details });
    checkFlowOptions(options, details);
    return run(input, await openSteps(name, options), options.call);
  };

function checkFlowOptions(options: FlowOptions, details: { operationId: string }): void {
  const faults = new OptionFaults();
  const given = faults.group('', options ?? null, ['key', 'journal', 'inDoubt', 'call']);
  const { key, journal, inDoubt, call } = given;
  faults.expect('key', isText(key), 'text that is not empty');
  const isJournal = isRecord(journal) && typeof journal['load'] === 'function' && typeof journal['save'] === 'function';
  faults.expect('journal', isJournal, 'an object with the functions load and save');
  faults.expect('inDoubt', inDoubt === undefined || isRecord(inDoubt), 'an object');
  faults.expect('call', call === undefined || isRecord(call), 'an object');
  faults.throwIfAny('was not started', details);
}
