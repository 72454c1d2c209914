import { describe, expect, it } from 'vitest';
import { createFileJournal } from '../../src/flows/file-journal.ts';
import {
  createFlows,
  createMemoryJournal,
  type FlowOptions,
  type Journal,
  StepInDoubtError,
} from '../../src/flows/index.ts';
import { failureOf } from '../support/failure-of.ts';
import { contractToOpen, openContractWrites, openedContract } from './inputs.ts';
import { key, open, setUp } from './interrupted-flow.ts';

describe('a journal that cannot save', () => {
  /** Fails one save, before or after it took effect. */
  function failing(save: number, isSaved = false): Journal {
    const journal = createMemoryJournal();
    let count = 0;
    return {
      load: journal.load,
      async save(...entry) {
        const fails = ++count === save;
        if (!fails || isSaved) await journal.save(...entry);
        if (fails) throw new Error('The disk is full.');
      },
    };
  }

  it('that a step begins keeps it from being sent', async () => {
    const { client, sentCount } = setUp();
    const journal = failing(1);

    await expect(open(client, journal)).rejects.toMatchObject({
      code: 'journal',
      cause: { message: 'The disk is full.' },
    });
    const opened = await open(client, journal);

    expect(opened).toEqual(openedContract);
    expect(sentCount()).toBe(4);
  });

  it('that a step is done leaves it in doubt, with the result that it had', async () => {
    const { client, sentCount } = setUp();
    const journal = failing(4);

    const error = (await failureOf(open(client, journal))) as StepInDoubtError;

    expect(error).toMatchObject({ code: 'step_in_doubt', key, step: 'addMilestone1' });
    expect(error.result).toEqual(openedContract.milestones[0]);
    expect(error.cause).toMatchObject({ code: 'journal', cause: { message: 'The disk is full.' } });
    expect(sentCount()).toBe(2);
  });

  it('that a step is done can be told that result', async () => {
    const { client, service } = setUp();
    const journal = failing(4);
    const { step, result } = (await failureOf(open(client, journal))) as StepInDoubtError;

    const opened = await open(client, journal, { step, result });

    expect(opened).toEqual(openedContract);
    expect(service.carriedOut).toEqual(openContractWrites);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('but did, at save %i, sends no step twice', async (save) => {
    const { client, service } = setUp();
    const journal = failing(save, true);
    const options: FlowOptions = { key, journal };

    await open(client, journal).catch(() => {});
    const error = await createFlows(client)
      .openContract(contractToOpen, options)
      .catch((thrown) => thrown);
    const opened = error instanceof StepInDoubtError ? await open(client, journal, service.truthOf(error)) : error;

    expect(opened).toEqual(openedContract);
    expect(service.carriedOut).toEqual(openContractWrites);
  });
});

it('a journal that cannot load is an error of the journal, with its own as the cause', async () => {
  const { client, sentCount } = setUp();
  const down = () => {
    throw new Error('The database is down.');
  };

  const error = await failureOf(open(client, { load: down, save: down }));

  expect(error).toMatchObject({ code: 'journal', cause: { message: 'The database is down.' } });
  expect(sentCount()).toBe(0);
});

it.each([undefined, {}, { key }, { key, journal: './journal' }])(
  'a flow with the options %j is refused by what is missing',
  async (options) => {
    const { client, sentCount } = setUp();

    const error = await failureOf(createFlows(client).openContract(contractToOpen, options as never));

    expect(error).toMatchObject({ code: 'journal', message: expect.stringMatching(/^Give the flow a (key|journal)/) });
    expect(sentCount()).toBe(0);
  },
);

it.each([undefined, ''])('a file journal in the folder %j is refused when it is created', (folder) => {
  expect(() => createFileJournal(folder as never)).toThrow('Give createFileJournal the path of a folder.');
});
