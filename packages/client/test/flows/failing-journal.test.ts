import { describe, expect, it } from 'vitest';
import type { Journal } from '../../src/index.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { failureOf, pendingStepOf } from '../support/failure-of.ts';
import { contractToOpen, openedContract } from './inputs.ts';
import { key, open, setUp } from './interrupted-flow.ts';

describe('a journal that cannot save', () => {
  /** Fails one save. */
  function failing(save: number): Journal {
    const journal = createMemoryJournal();
    let count = 0;
    return {
      load: journal.load,
      save: (...entry) => (++count === save ? Promise.reject(new Error('The disk is full.')) : journal.save(...entry)),
    };
  }

  it('a step as pending prevents that it is sent', async () => {
    const { client, sentCount } = setUp();
    const journal = failing(1);

    await expect(open(client, journal)).rejects.toThrow('The disk is full.');
    const opened = await open(client, journal);

    expect(opened).toEqual(openedContract);
    expect(sentCount()).toBe(4);
  });

  it('a step as done leaves it pending, with its result in the error', async () => {
    const { client, sentCount } = setUp();
    const journal = failing(4);

    const error = await pendingStepOf(open(client, journal));

    expect(error).toMatchObject({ code: 'step_pending', key, step: 'addMilestones.1' });
    expect(error.result).toEqual(openedContract.milestones[0]);
    expect(error.cause).toMatchObject({ message: 'The disk is full.' });
    expect(sentCount()).toBe(2);
  });
});

it('properties of a store error are not taken for those of a call', async () => {
  const { client, journal } = setUp();
  const storeError = Object.assign(new Error('down'), { host: 'db.internal', operationId: 'INSERT', attempts: 7 });
  const save: Journal['save'] = async (name, entry) => {
    if (entry.revision === 2) throw storeError;
    await journal.save(name, entry);
  };

  const error = await pendingStepOf(open(client, { ...journal, save }));

  expect(error).toMatchObject({ step: 'createContract', attempts: 0, cause: storeError });
  expect(JSON.stringify(error)).not.toMatch(/db\.internal|INSERT/);
});

const pending = { status: 'pending', since: '2026-01-01T00:00:00.000Z', inputHash: 'ab' };

it.each([
  ['its revision', { salt: 'salt-1', steps: { createContract: pending } }],
  ['its salt', { revision: 1, steps: { createContract: pending } }],
  ['its steps', { salt: 'salt-1', revision: 1 }],
  ['the status of a step', { salt: 'salt-1', revision: 1, steps: { createContract: {} } }],
  ['the time of a step', { salt: 'salt-1', revision: 1, steps: { createContract: { ...pending, since: undefined } } }],
  ['the result of a step', { salt: 'salt-1', revision: 1, steps: { createContract: { ...pending, status: 'done' } } }],
])('an entry without %s is refused, and nothing is sent', async (_name, kept) => {
  const { client, journal, sentCount } = setUp();
  const load = async () => ({ flow: 'openContract', ...kept }) as never;

  const error = await failureOf(open(client, { ...journal, load }));

  expect(error).toMatchObject({ code: 'journal', outcome: 'not-sent' });
  expect(error.message).toBe(
    'openContract "order-1": its journal entry is incomplete. Nothing was sent. Restore it, or use another key.',
  );
  expect(sentCount()).toBe(0);
});

it.each<[options: object | undefined, named: string]>([
  [undefined, 'options.key '],
  [{}, 'options.key '],
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
