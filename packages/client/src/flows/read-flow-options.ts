import { isTooDeep } from '../input/json-depth.ts';
import { OptionFaults } from '../input/option-faults.ts';
import { isRecord, isText } from '../rules/guards.ts';
import type { FlowOptions } from './flow-options.ts';
import type { Journal } from './journal.ts';

const isFunction = (value: unknown): boolean => typeof value === 'function';

/** Whether a value can be used as a journal. */
export const isJournal = (value: unknown): value is Journal =>
  isRecord(value) && isFunction(value['load']) && isFunction(value['save']);

const isResolution = (value: unknown): boolean =>
  isRecord(value) && isText(value['step']) && Number.isInteger(value['revision']) && !isTooDeep(value);

/** What a key must be, for messages. */
const keyDemand = 'text that names the flow, such as the id of the order';

/** What a journal must be, for messages. */
export const journalDemand = 'a journal, with load and save, such as createFileJournal(folder) returns';

/**
 * Checks the options of a flow.
 * @param defaultJournal The client's journal, used unless the options have one.
 * @throws EscrowError `configuration` that lists each wrong option.
 */
export function readFlowOptions<Results>(
  flow: string,
  options: FlowOptions<Results>,
  defaultJournal: Journal | undefined,
): FlowOptions<Results> & { journal: Journal } {
  const faults = new OptionFaults();
  faults.expect('key', options !== undefined, keyDemand);
  faults.throwIfAny('was not started', { operationId: flow });
  const given = faults.group('', options ?? null, ['key', 'journal', 'resolve', 'onStep', 'call']);
  const { key, journal = defaultJournal, resolve, onStep, call } = given;
  faults.expect('key', isText(key), keyDemand);
  faults.expect('journal', isJournal(journal), `${journalDemand}, here or for the client`);
  faults.expect(
    'resolve',
    resolve === undefined || isResolution(resolve),
    "a resolution with the error's step and revision",
  );
  faults.expect('onStep', onStep === undefined || isFunction(onStep), 'a function');
  faults.expect('call', call === undefined || isRecord(call), 'an object');
  faults.throwIfAny('was not started', { operationId: flow });
  return { ...options, journal: journal as Journal };
}
