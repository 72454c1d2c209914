import { expect, it } from 'vitest';
import { failureOf, pendingStepOf } from '../support/failure-of.ts';
import { lose } from '../support/scripted-fetch.ts';
import { contractToOpen, openContractWrites, openedContract } from './inputs.ts';
import { key, setUp } from './interrupted-flow.ts';

/** A flow whose first milestone is pending, at revision 3. */
async function stopAtPendingStep() {
  const set = setUp({ request: 2, send: lose });
  const run = (resolve?: object) =>
    set.client.flows.openContract(contractToOpen, { key, journal: set.journal, resolve: resolve as never });
  await pendingStepOf(run());
  return { ...set, run };
}

it('a pending step is described in one line: flow, step, what happened, what to do, what is done', async () => {
  const { client, journal } = setUp({ request: 2, send: lose });

  const error = await pendingStepOf(client.flows.openContract(contractToOpen, { key, journal }));

  expect(error.message).toMatch(
    /^openContract "order-1" stopped: nobody knows whether addMilestones\.1 was carried out\. addMilestones[^\n]*connection[^\n]*\. Ask the operator of the service, then call resolveStep \(with \{ id, itemPrice, fee, feePercentage \} if it was\), or run the flow again with resolve: \{ step: 'addMilestones\.1', revision: 3, outcome: 'not-sent' \} or \{ step: 'addMilestones\.1', revision: 3, outcome: 'succeeded', result \}, with the milestone as the service answered it, with an id that no other milestone has as the result\. Done: createContract \("contract_1"\)\.$/,
  );
  expect(error).toMatchObject({ doneSteps: ['createContract'], since: expect.stringMatching(/^\d{4}-.*Z$/) });
});

it.each([
  [
    'of an earlier revision',
    { step: 'addMilestones.1', revision: 1, outcome: 'not-sent' },
    'options.resolve names revision 1, which is not',
  ],
  [
    'of a later revision',
    { step: 'addMilestones.1', revision: 9, outcome: 'not-sent' },
    'options.resolve names revision 9, which is not',
  ],
  [
    'to another step',
    { step: 'addParties', revision: 3, outcome: 'succeeded', result: null },
    'options.resolve names addParties, which is not pending.',
  ],
  [
    'with another outcome',
    { step: 'addMilestones.1', revision: 3, outcome: 'failed' },
    "options.resolve was not accepted. Set the outcome to 'not-sent' or 'succeeded'.",
  ],
  [
    'with both',
    { step: 'addMilestones.1', revision: 3, outcome: 'not-sent', result: openedContract.milestones[0] },
    'options.resolve was not accepted. A step that was not sent has no result: leave it out.',
  ],
  [
    'with a wrong result',
    { step: 'addMilestones.1', revision: 3, outcome: 'succeeded', result: { id: '' } },
    'options.resolve was not accepted. Give { id, itemPrice, fee, feePercentage } as the service has it',
  ],
])('a resolution %s is refused with the reason, and nothing is sent', async (_name, resolve, words) => {
  const { run, sentCount } = await stopAtPendingStep();

  const error = await pendingStepOf(run(resolve));

  expect(error).toMatchObject({ step: 'addMilestones.1', revision: 3 });
  expect(error.message).toContain(words);
  expect(sentCount()).toBe(2);
});

it('a resolution that is nested 5,000 deep is refused', async () => {
  const { run, sentCount } = await stopAtPendingStep();
  const result = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);

  const error = await failureOf(run({ step: 'addMilestones.1', revision: 3, outcome: 'succeeded', result }));

  expect(error).toMatchObject({ code: 'configuration', message: expect.stringContaining('options.resolve') });
  expect(sentCount()).toBe(2);
});

it.each([{ step: 'addMilestones.1' }, { step: 'addMilestones.1', revision: '3', outcome: 'not-sent' }, 'resend'])(
  'a resolution without step and revision is refused: %j',
  async (resolve) => {
    const { run, sentCount } = await stopAtPendingStep();

    const error = await failureOf(run(resolve as never));

    expect(error).toMatchObject({ code: 'configuration', message: expect.stringContaining('options.resolve ') });
    expect(sentCount()).toBe(2);
  },
);

it('a resolution of a step that does not exist is refused with the names of the steps', async () => {
  const { client, journal, sentCount } = setUp();
  const resolve = { step: 'addMilestone1', revision: 1, outcome: 'not-sent' } as never;

  const error = await failureOf(client.flows.openContract(contractToOpen, { key, journal, resolve }));

  expect(error.message).toContain(
    'options.resolve names addMilestone1, which is not a step: there are createContract, addMilestones.1, addMilestones.2, addParties.',
  );
  expect(sentCount()).toBe(0);
});

it('an accepted resolution may be given again: the flow goes on', async () => {
  const { run, service } = await stopAtPendingStep();
  const resolve = { step: 'addMilestones.1', revision: 3, outcome: 'not-sent' };
  await run(resolve);

  const again = await run(resolve);

  expect(again).toEqual(openedContract);
  expect(service.carriedOut).toEqual(openContractWrites);
});

it('an accepted result may be given again, and another one is refused', async () => {
  const { client, journal, service, sentCount } = setUp({
    request: 1,
    send: async (_request, carryOut) => {
      await carryOut();
      return lose();
    },
  });
  const run = (result?: string) =>
    client.flows.openContract(contractToOpen, {
      key,
      journal,
      resolve: result === undefined ? undefined : { step: 'createContract', revision: 1, outcome: 'succeeded', result },
    });
  await pendingStepOf(run());
  await run('contract_1');

  const again = await run('contract_1');
  const error = await failureOf(run('contract_2'));

  expect(again).toEqual(openedContract);
  expect(error).toMatchObject({ code: 'journal', outcome: 'not-sent' });
  expect(error.message).toContain('options.resolve has another result of createContract than the journal.');
  expect(service.carriedOut).toEqual(openContractWrites);
  expect(sentCount()).toBe(4);
});

it('a resolution is in the journal before anything is sent', async () => {
  const { journal, run } = await stopAtPendingStep();
  const { client } = setUp({ request: 1, send: lose });
  const resolve = { step: 'addMilestones.1', revision: 3, outcome: 'not-sent' } as const;
  const refusing = { load: journal.load, save: () => Promise.reject(new Error('The disk is full.')) };

  await expect(client.flows.openContract(contractToOpen, { key, journal: refusing, resolve })).rejects.toThrow(
    'The disk is full.',
  );
  const error = await pendingStepOf(run());

  expect(error).toMatchObject({ step: 'addMilestones.1', revision: 3 });
});

it('the error of a pending step from an earlier run says since when it is pending', async () => {
  const { run, journal } = await stopAtPendingStep();
  const state = (await journal.load(key))?.steps['addMilestones.1'];
  const since = state?.status === 'pending' ? state.since : 'missing';

  const error = await pendingStepOf(run());

  expect(error.since).toBe(since);
  expect(error.message).toContain(`A run started it at ${since} and has not finished: it died, or is still running.`);
});
