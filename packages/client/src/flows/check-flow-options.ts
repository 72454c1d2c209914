import { isTooDeep } from '../input/json-depth.ts';
import { OptionFaults } from '../input/option-faults.ts';
import { isRecord, isText } from '../rules/guards.ts';

const isFunction = (value: unknown): boolean => typeof value === 'function';

/** Whether a value can be used as a journal. */
export const isJournal = (value: unknown): boolean =>
  isRecord(value) && isFunction(value['load']) && isFunction(value['save']);

const isAnswer = (value: unknown): boolean =>
  isRecord(value) && isText(value['step']) && Number.isInteger(value['revision']) && !isTooDeep(value);

/**
 * Checks the options of a flow.
 * @throws EscrowError `configuration` that names every option at fault.
 */
export function checkFlowOptions(flow: string, options: unknown): void {
  const faults = new OptionFaults();
  const given = faults.group('', options ?? null, ['key', 'journal', 'inDoubt', 'onStep', 'call']);
  const { key, journal, inDoubt, onStep, call } = given;
  faults.expect('key', isText(key), 'text that names the flow, such as the id of the order');
  faults.expect(
    'journal',
    isJournal(journal),
    'a journal, with load and save, such as createFileJournal(folder) gives',
  );
  faults.expect(
    'inDoubt',
    inDoubt === undefined || isAnswer(inDoubt),
    'an answer with the step and revision of the error',
  );
  faults.expect('onStep', onStep === undefined || isFunction(onStep), 'a function');
  faults.expect('call', call === undefined || isRecord(call), 'an object');
  faults.throwIfAny('was not started', { operationId: flow });
}
