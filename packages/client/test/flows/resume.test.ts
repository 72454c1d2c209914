import { describe, expect, it } from 'vitest';
import { failureOf } from '../support/failure-of.ts';
import { contractToOpen, customerToOnboard, openedContract } from './inputs.ts';
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
