import { describe, expect, it } from 'vitest';
import { isEscrowError } from '../../src/index.ts';
import { failureOf } from '../support/failure-of.ts';
import { customerToOnboard, openContractWrites, openedContract } from './inputs.ts';
import { key, loseAfter, open, setUp } from './interrupted-flow.ts';

describe('a step whose outcome is unknown', () => {
  it.each([1, 2, 3, 4])('stops the flow, and the error names it: step %i', async (request) => {
    const { client, journal, service } = setUp({ request, send: loseAfter });
    const step = ['createContract', 'addMilestones.1', 'addMilestones.2', 'addParties'][request - 1];

    const error = await failureOf(open(client, journal));

    expect(error).toMatchObject({ code: 'step_pending', flow: 'openContract', key, step, outcome: 'unknown' });
    expect(error.attempts).toBe(1);
    expect(error.cause).toMatchObject({ code: 'connection', outcome: 'unknown' });
    expect(service.carriedOut).toHaveLength(request);
  });

  it.each([
    ['a 500', async () => new Response('', { status: 500 })],
    ['an answer that is not JSON', async () => new Response('<html>')],
    ['an answer without an id', async () => Response.json({ data: {} })],
    ['a status beyond all', async () => ({ status: 999, headers: new Headers(), text: async () => '' }) as Response],
  ])('stops the flow after %s', async (_name, send) => {
    const { client, journal } = setUp({ request: 1, send });

    const error = await failureOf(open(client, journal));

    expect(error).toMatchObject({ code: 'step_pending', step: 'createContract', outcome: 'unknown' });
  });

  it.each([
    ['onboardCustomer', 2, 'addBankAccount'],
    ['onboardCustomer', 3, 'addAddress'],
    ['openContract', 4, 'addParties'],
  ] as const)('stops %s if request %i is answered with a sign-in page: %s', async (flow, request, step) => {
    const page = '<!doctype html><title>Sign in</title>';
    const send = async () => new Response(page, { headers: { 'content-type': 'text/html' } });
    const { client, journal } = setUp({ request, send });
    const flows = {
      onboardCustomer: () => client.flows.onboardCustomer(customerToOnboard, { key, journal }),
      openContract: () => open(client, journal),
    };

    const error = await failureOf(flows[flow]());

    expect(error).toMatchObject({ code: 'step_pending', step, outcome: 'unknown', cause: { code: 'decode' } });
    expect((await journal.load(key))?.steps[step]?.status).toBe('pending');
  });

  it.each([undefined, null, 'milestone_1', 1, {}, { id: 5 }, openedContract.milestones[0]])(
    'refuses %j as a milestone, and sends nothing',
    async (result) => {
      const { client, journal, service } = setUp({ request: 3, send: loseAfter });
      await failureOf(open(client, journal));

      const error = await failureOf(open(client, journal, { step: 'addMilestones.2', outcome: 'succeeded', result }));
      const opened = await open(client, journal, {
        step: 'addMilestones.2',
        outcome: 'succeeded',
        result: openedContract.milestones[1],
      });

      expect(isEscrowError(error)).toBe(true);
      expect(opened).toEqual(openedContract);
      expect(service.carriedOut).toEqual(openContractWrites);
    },
  );

  it('must have started: a result for a step that never started is refused', async () => {
    const { client, journal, service } = setUp();

    const error = await failureOf(
      open(client, journal, { step: 'createContract', outcome: 'succeeded', result: 'contract_9' }),
    );

    expect(error).toMatchObject({ code: 'journal', outcome: 'not-sent' });
    expect(error.message).toContain('options.resolve has a result of createContract, which is not pending.');
    expect(service.carriedOut).toEqual([]);
  });

  it('must have started: the resolution not-sent for a step that never started changes nothing', async () => {
    const { client, journal, service } = setUp();

    const opened = await open(client, journal, { step: 'createContract', outcome: 'not-sent' });

    expect(opened).toEqual(openedContract);
    expect(service.carriedOut).toEqual(openContractWrites);
  });
});
