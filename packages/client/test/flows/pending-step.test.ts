import { describe, expect, it } from 'vitest';
import { failureOf } from '../support/failure-of.ts';
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

  it('must have started: a result for a step that never started is refused', async () => {
    const { client, journal, service } = setUp();

    const error = await failureOf(
      open(client, journal, { step: 'createContract', outcome: 'succeeded', result: 'contract_9' }),
    );

    expect(error).toMatchObject({ code: 'journal', outcome: 'not-sent' });
    expect(error.message).toContain('options.resolve has a result of createContract, which is not pending.');
    expect(service.carriedOut).toEqual([]);
  });
});
