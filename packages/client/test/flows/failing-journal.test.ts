import { expect, it } from 'vitest';
import type { Journal } from '../../src/index.ts';
import { failureOf, pendingStepOf } from '../support/failure-of.ts';
import { contractToOpen, openedContract } from './inputs.ts';
import { key, open, setUp } from './interrupted-flow.ts';

/** A journal that fails one save. */
function failing(journal: Journal, save: number, error = new Error('The disk is full.')): Journal {
  let count = 0;
  return {
    load: journal.load,
    save: (...entry) => (++count === save ? Promise.reject(error) : journal.save(...entry)),
  };
}

it('a journal that cannot save a step as pending prevents that it is sent', async () => {
  const { client, journal, sentCount } = setUp();
  const unsteady = failing(journal, 1);

  await expect(open(client, unsteady)).rejects.toThrow('The disk is full.');
  const opened = await open(client, unsteady);

  expect(opened).toEqual(openedContract);
  expect(sentCount()).toBe(4);
});

it('a journal that cannot save a step as done leaves it pending, with its result in the error, which shows nothing of the store', async () => {
  const { client, journal, sentCount } = setUp();
  const cause = Object.assign(new Error('down'), { host: 'db.internal', operationId: 'INSERT', attempts: 7 });

  const error = await pendingStepOf(open(client, failing(journal, 4, cause)));

  expect(error).toMatchObject({ code: 'step_pending', key, step: 'addMilestones.1', attempts: 0, cause });
  expect(error.result).toEqual(openedContract.milestones[0]);
  expect(JSON.stringify(error)).not.toMatch(/db\.internal|INSERT/);
  expect(sentCount()).toBe(2);
});

it.each([
  ['its revision', { salt: 'salt-1', steps: {} }],
  ['its steps', { salt: 'salt-1', revision: 1 }],
  ['the status of a step', { salt: 'salt-1', revision: 1, steps: { createContract: {} } }],
  ['the result of a step', { salt: 'salt-1', revision: 1, steps: { createContract: { status: 'done' } } }],
])('an entry without %s is refused, and nothing is sent', async (_name, kept) => {
  const { client, journal, sentCount } = setUp();
  const load = async () => ({ flow: 'openContract', ...kept }) as never;

  const error = await failureOf(open(client, { ...journal, load }));

  expect(error).toMatchObject({ code: 'journal', outcome: 'not-sent' });
  expect(error.message).toContain('its journal entry is incomplete. Nothing was sent. Restore it, or use another key.');
  expect(sentCount()).toBe(0);
});

it.each<[options: object | undefined, named: string]>([
  [undefined, 'options.key '],
  [{ key: '' }, 'options.key '],
  [{ key }, 'options.journal '],
  [{ key, journal: './journal' }, 'options.journal '],
  [{ key, onStep: 'page' }, 'options.onStep '],
  [{ key, timeoutInMs: 5 }, 'options.timeoutInMs '],
])('a flow with the options %j is refused, and the wrong option is named', async (options, named) => {
  const { client, sentCount } = setUp();

  const error = await failureOf(client.flows.openContract(contractToOpen, options as never));

  expect(error).toMatchObject({ code: 'configuration', message: expect.stringContaining(named) });
  expect(sentCount()).toBe(0);
});
