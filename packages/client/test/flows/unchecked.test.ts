import { describe, expect, test } from 'vitest';
import type { Checks } from '../../src/index.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { failureOf } from '../support/failure-of.ts';
import { createObservedClient } from '../support/observed-client.ts';
import { bankAccount, customer, milestone, parent, parties } from '../support/sample-inputs.ts';

const registered = { serviceUserId: 7, userIdentification: 8 };
const lenient: Checks[] = ['stated', 'none'];

function createFlows(checks: Checks) {
  const { escrow, sent } = createObservedClient({ '*': { body: registered } });
  const options = { key: 'order-1', journal: createMemoryJournal(), call: { checks } };
  return { flows: escrow.flows, options, sent };
}

describe.each(lenient)('a flow whose checks are %s', (checks) => {
  test('BANK-1a sends and journals a bank account with a field left out', async () => {
    const { flows, options, sent } = createFlows(checks);
    const { beneficiaryName: _, ...withoutName } = bankAccount;
    const input = { customer, bankAccount: withoutName as never };

    await flows.onboardCustomer(input, options);
    await flows.onboardCustomer(input, options);

    expect(sent.map(({ body }) => JSON.parse(body ?? ''))).toEqual([customer, withoutName]);
  });

  test.each([
    ['bankAcount', 'is not known', { customer, bankAcount: bankAccount }],
    ['customer', 'is missing', { bankAccount }],
    ['the input', 'is missing', undefined],
    ['the input', 'must be an object', 5],
  ])('onboards nobody where %s %s', async (field, problem, input) => {
    const { flows, options, sent } = createFlows(checks);

    const error = await failureOf(flows.onboardCustomer(input as never, options));

    expect(error).toMatchObject({ code: 'rule_violation', outcome: 'not-sent' });
    expect(error.message).toContain(`${field} ${problem}`);
    expect(sent).toEqual([]);
  });

  test.each([
    ['milestones', 'is missing', { parent }],
    ['milestones', 'must be a list', { parent, milestones: 5 }],
    ['milestones[0]', 'must be an object', { parent, milestones: [null] }],
    ['milestones[0].parties', 'is missing', { parent, milestones: [{ milestone }] }],
    ['milestones[0].party', 'is not known', { parent, milestones: [{ milestone, parties, party: parties }] }],
  ])('opens nothing where %s %s', async (field, problem, input) => {
    const { flows, options, sent } = createFlows(checks);

    const error = await failureOf(flows.openContract(input as never, options));

    expect(error).toMatchObject({ code: 'rule_violation', outcome: 'not-sent' });
    expect(error.message).toContain(`${field} ${problem}`);
    expect(sent).toEqual([]);
  });
});
