import { expect, it } from 'vitest';
import { doubtOf, failureOf } from '../support/failure-of.ts';
import { lose } from '../support/scripted-fetch.ts';
import { contractToOpen, openContractWrites, openedContract } from './inputs.ts';
import { key, setUp } from './interrupted-flow.ts';

/** A flow whose first milestone is in doubt, at revision 3. */
async function stopInDoubt() {
  const set = setUp({ request: 2, send: lose });
  const run = (inDoubt?: object) =>
    set.client.flows.openContract(contractToOpen, { key, journal: set.journal, inDoubt: inDoubt as never });
  await doubtOf(run());
  return { ...set, run };
}

it('a doubt is told in one line: flow, step, what happened, what to do, what is done', async () => {
  const { client, journal } = setUp({ request: 2, send: lose });

  const error = await doubtOf(client.flows.openContract(contractToOpen, { key, journal }));

  expect(error.message).toMatch(
    /^openContract "order-1" stopped: addMilestones\.1 is in doubt\. addMilestones[^\n]*connection[^\n]*\. Ask the operator of the service, then call settleDoubt, or run the flow again with inDoubt: \{ step: 'addMilestones\.1', revision: 3, resend: true \} if it was not carried out, or \{ step: 'addMilestones\.1', revision: 3, result \} if it was, where result is the milestone as the service answered it, with an id that no other milestone has\. Done: createContract \("contract_1"\)\.$/,
  );
  expect(error).toMatchObject({ doneSteps: ['createContract'], since: expect.stringMatching(/^\d{4}-.*Z$/) });
});

it('a doubt of an earlier run says since when it is one', async () => {
  const { run, journal } = await stopInDoubt();
  const state = (await journal.load(key))?.steps['addMilestones.1'];
  const since = state?.status === 'pending' ? state.since : 'missing';

  const error = await doubtOf(run());

  expect(error.since).toBe(since);
  expect(error.message).toContain(`Its request was about to leave at ${since}: its run died, or is still at work.`);
});

it.each([
  [
    'of an earlier revision',
    { step: 'addMilestones.1', revision: 1, resend: true },
    'inDoubt answers revision 1, which is not this doubt',
  ],
  [
    'of a later revision',
    { step: 'addMilestones.1', revision: 9, resend: true },
    'inDoubt answers revision 9, which is not this doubt',
  ],
  [
    'to another step',
    { step: 'addParties', revision: 3, result: null },
    'inDoubt answers addParties, which is not in doubt.',
  ],
  [
    'with both',
    { step: 'addMilestones.1', revision: 3, resend: true, result: openedContract.milestones[0] },
    'either resend: true or a result',
  ],
  [
    'with a wrong result',
    { step: 'addMilestones.1', revision: 3, result: { id: '' } },
    'The result in inDoubt cannot be that of addMilestones.1.',
  ],
])('an answer %s says why it is not taken, and nothing is sent', async (_name, inDoubt, words) => {
  const { run, sentCount } = await stopInDoubt();

  const error = await doubtOf(run(inDoubt));

  expect(error).toMatchObject({ step: 'addMilestones.1', revision: 3 });
  expect(error.message).toContain(words);
  expect(sentCount()).toBe(2);
});

it('an answer that is nested 5,000 deep is refused', async () => {
  const { run, sentCount } = await stopInDoubt();
  const result = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);

  const error = await failureOf(run({ step: 'addMilestones.1', revision: 3, result }));

  expect(error).toMatchObject({ code: 'configuration', message: expect.stringContaining('options.inDoubt') });
  expect(sentCount()).toBe(2);
});

it.each([{}, { step: 'addMilestones.1' }, { step: 'addMilestones.1', revision: '3', resend: true }, 'resend'])(
  'an answer that names no step and revision is refused: %j',
  async (inDoubt) => {
    const { run, sentCount } = await stopInDoubt();

    const error = await failureOf(run(inDoubt as never));

    expect(error).toMatchObject({ code: 'configuration', message: expect.stringContaining('options.inDoubt ') });
    expect(sentCount()).toBe(2);
  },
);

it('an answer to a step that there is none of is refused by the names that there are', async () => {
  const { client, journal, sentCount } = setUp();
  const inDoubt = { step: 'addMilestone1', revision: 1, resend: true } as never;

  const error = await failureOf(client.flows.openContract(contractToOpen, { key, journal, inDoubt }));

  expect(error.message).toContain(
    'inDoubt answers addMilestone1, which is no step: there are createContract, addMilestones.1, addMilestones.2, addParties.',
  );
  expect(sentCount()).toBe(0);
});

it('an answer that was taken may be given again: the flow goes on', async () => {
  const { run, service } = await stopInDoubt();
  const inDoubt = { step: 'addMilestones.1', revision: 3, resend: true };
  await run(inDoubt);

  const again = await run(inDoubt);

  expect(again).toEqual(openedContract);
  expect(service.carriedOut).toEqual(openContractWrites);
});

it('a result that was taken may be given again, and another one is refused', async () => {
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
      inDoubt: result === undefined ? undefined : { step: 'createContract', revision: 1, result },
    });
  await doubtOf(run());
  await run('contract_1');

  const again = await run('contract_1');
  const error = await failureOf(run('contract_2'));

  expect(again).toEqual(openedContract);
  expect(error).toMatchObject({ code: 'journal', outcome: 'not-sent' });
  expect(error.message).toContain('inDoubt has another result of createContract than the journal.');
  expect(service.carriedOut).toEqual(openContractWrites);
  expect(sentCount()).toBe(4);
});

it('an answer is in the journal before anything is sent', async () => {
  const { journal, run } = await stopInDoubt();
  const { client } = setUp({ request: 1, send: lose });
  const inDoubt = { step: 'addMilestones.1', revision: 3, resend: true } as const;
  const refusing = { load: journal.load, save: () => Promise.reject(new Error('The disk is full.')) };

  await expect(client.flows.openContract(contractToOpen, { key, journal: refusing, inDoubt })).rejects.toThrow(
    'The disk is full.',
  );
  const error = await doubtOf(run());

  expect(error).toMatchObject({ step: 'addMilestones.1', revision: 3 });
});
