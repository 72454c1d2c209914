import { describe, expect, it } from 'vitest';
import { failureOf } from '../support/failure-of.ts';
import { refuse } from '../support/scripted-fetch.ts';
import { contractToOpen, customerToOnboard, openContractWrites, openedContract } from './inputs.ts';
import { key, open, setUp } from './interrupted-flow.ts';

describe('a key', () => {
  it('that was used by another flow is refused, and nothing is sent', async () => {
    const { client, journal, sentCount } = setUp();
    await open(client, journal);

    const error = await failureOf(client.flows.onboardCustomer(customerToOnboard, { key, journal }));

    expect(error).toMatchObject({ code: 'journal', outcome: 'not-sent' });
    expect(sentCount()).toBe(4);
  });

  it('accepts the same input with its properties in any order', async () => {
    const { client, journal, sentCount } = setUp();
    const reversed = <Value extends object>(value: Value) =>
      Object.fromEntries(Object.entries(value).toReversed()) as Value;
    await open(client, journal);
    const reordered = reversed({ ...contractToOpen, milestones: contractToOpen.milestones.map(reversed) });

    const again = await client.flows.openContract(reordered, { key, journal });

    expect(again).toEqual(openedContract);
    expect(sentCount()).toBe(4);
  });
});

describe('a step that was certainly not carried out', () => {
  it.each([
    ['refused by the service', async () => new Response('{}', { status: 400 }), { code: 'api', outcome: 'rejected' }],
    ['rate limited', async () => new Response('', { status: 429 }), { code: 'rate_limited', outcome: 'rejected' }],
    ['not sent at all', refuse, { code: 'connection', outcome: 'not-sent' }],
  ])('as it was %s is sent when the flow is run again', async (_name, send, expected) => {
    const { client, journal, service } = setUp({ request: 3, send });

    const error = await failureOf(open(client, journal));
    const opened = await open(client, journal);

    expect(error).toMatchObject(expected);
    expect(opened).toEqual(openedContract);
    expect(service.carriedOut).toEqual(openContractWrites);
  });
});
