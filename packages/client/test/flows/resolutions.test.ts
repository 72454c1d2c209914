import { expect, it } from 'vitest';
import { failureOf, pendingStepOf } from '../support/failure-of.ts';
import { lose } from '../support/scripted-client.ts';
import { contractToOpen, journaledFlows, openContractWrites, openedContract } from './inputs.ts';
import { key, loseAfter, open, setUp } from './interrupted-flow.ts';

/** A flow whose first milestone is pending, at revision 3. */
async function stopAtPendingStep() {
  const set = setUp({ request: 2, send: lose });
  const run = (resolve?: unknown) =>
    set.client.flows.openContract(contractToOpen, { key, journal: set.journal, resolve: resolve as never });
  await pendingStepOf(run());
  return { ...set, run };
}

it.each(journaledFlows.openContract.steps.map((step, index) => ({ step, request: index + 1 })))(
  'a step whose outcome is unknown stops the flow, and the error names it: $step',
  async ({ step, request }) => {
    const { client, journal, service } = setUp({ request, send: loseAfter });

    const error = await failureOf(open(client, journal));

    expect(error).toMatchObject({ code: 'step_pending', flow: 'openContract', key, step, outcome: 'unknown' });
    expect(error).toMatchObject({ attempts: 1, cause: { code: 'connection', outcome: 'unknown' } });
    expect(service.carriedOut).toHaveLength(request);
  },
);

it('a pending step is described in one line: flow, step, what happened, what to do, what is done', async () => {
  const { client, journal } = setUp({ request: 2, send: lose });

  const error = await pendingStepOf(open(client, journal));

  expect(error.message).toMatch(
    /^openContract "order-1" stopped: addMilestones\.1 may have been carried out\. addMilestones[^\n]*connection[^\n]*\. Ask the operator of the service\. Then run escrow-kit-client resolve, call resolveStep \(with \{ id, itemPrice, fee, feePercentage \} if it was\), or run the flow again with resolve: [^\n]* Done: createContract \("contract_1"\)\.$/,
  );
  expect(error).toMatchObject({ doneSteps: ['createContract'], since: expect.stringMatching(/^\d{4}-.*Z$/) });
});

it('the error of a pending step from an earlier run says since when it is pending', async () => {
  const { run, journal } = await stopAtPendingStep();
  const [listed] = await journal.listPendingSteps();

  const { message, since } = await pendingStepOf(run());

  expect(since).toBe(listed?.since);
  expect(message).toContain(`A run started it at ${since} and has not finished: it died, or is still running.`);
});

const notSent = { step: 'addMilestones.1', revision: 3, outcome: 'not-sent' };

it.each<[string, object, string]>([
  ['of another revision', { ...notSent, revision: 1 }, 'options.resolve has revision 1, but'],
  ['to another step', { ...notSent, step: 'addParties' }, 'options.resolve names addParties, which is not pending.'],
  [
    'with another outcome',
    { ...notSent, outcome: 'failed' },
    "options.resolve was not accepted. Set the outcome to 'not-sent' or 'succeeded'.",
  ],
  [
    'with both',
    { ...notSent, result: openedContract.milestones[0] },
    'options.resolve was not accepted. A step that was not sent has no result: leave it out.',
  ],
  [
    'with a wrong result',
    { ...notSent, outcome: 'succeeded', result: { id: '' } },
    'options.resolve was not accepted. Give { id, itemPrice, fee, feePercentage } from the service',
  ],
])('a resolution %s is refused with the reason, and nothing is sent', async (_name, resolve, words) => {
  const { run, sentCount } = await stopAtPendingStep();

  const error = await pendingStepOf(run(resolve));

  expect(error).toMatchObject({ step: 'addMilestones.1', revision: 3 });
  expect(error.message).toContain(words);
  expect(sentCount()).toBe(2);
});

const deepResult = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`);

it.each([
  ['without a revision', { step: 'addMilestones.1' }],
  ['that is text', 'resend'],
  ['nested 5,000 deep', { ...notSent, outcome: 'succeeded', result: deepResult }],
])('a resolution %s is refused', async (_what, resolve) => {
  const { run, sentCount } = await stopAtPendingStep();

  const error = await failureOf(run(resolve));

  expect(error).toMatchObject({ code: 'configuration', message: expect.stringContaining('options.resolve ') });
  expect(sentCount()).toBe(2);
});

it('a result for a step that never started is refused', async () => {
  const { client, journal, service } = setUp();
  const resolution = { step: 'createContract', outcome: 'succeeded', result: 'contract_9' } as const;

  const error = await failureOf(open(client, journal, resolution));

  expect(error).toMatchObject({ code: 'journal', outcome: 'not-sent' });
  expect(error.message).toContain('options.resolve has a result for createContract, which is not pending.');
  expect(service.carriedOut).toEqual([]);
});

it('an accepted result may be given again, and another one is refused', async () => {
  const { client, journal, service } = setUp({ request: 1, send: loseAfter });
  const run = (result: string) =>
    client.flows.openContract(contractToOpen, {
      key,
      journal,
      resolve: { step: 'createContract', revision: 1, outcome: 'succeeded', result },
    });
  await pendingStepOf(open(client, journal));
  await run('contract_1');

  const again = await run('contract_1');
  const error = await failureOf(run('contract_2'));

  expect(again).toEqual(openedContract);
  expect(error).toMatchObject({ code: 'journal', outcome: 'not-sent' });
  expect(error.message).toContain('options.resolve and the journal have different results for createContract.');
  expect(service.carriedOut).toEqual(openContractWrites);
});

it('a resolution is in the journal before anything is sent', async () => {
  const { journal, run, client, sentCount } = await stopAtPendingStep();
  const full = { load: journal.load, save: () => Promise.reject(new Error('The disk is full.')) };

  await expect(open(client, full, { ...notSent, outcome: 'not-sent' })).rejects.toThrow('The disk is full.');

  expect(sentCount()).toBe(2);
  expect(await pendingStepOf(run())).toMatchObject({ step: 'addMilestones.1', revision: 3 });
});
