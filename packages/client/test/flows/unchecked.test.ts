import { describe, expect, test } from 'vitest';
import type { Checks } from '../../src/index.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { failureOf } from '../support/failure-of.ts';
import { createObservedClient } from '../support/observed-client.ts';
import { bankAccount, customer } from '../support/sample-inputs.ts';
import { contractToOpen as order } from './inputs.ts';

const registered = { serviceUserId: 7, userIdentification: 8 };
const [milestone] = order.milestones;
const lenient: Checks[] = ['stated', 'none'];

function createFlows(checks: Checks) {
  const { escrow, sent } = createObservedClient({ '*': { body: registered } });
  const options = { key: 'order-1', journal: createMemoryJournal(), call: { checks } };
  return { flows: escrow.flows, options, sent };
}

describe.each(lenient)('a flow whose checks are %s', (checks) => {
  test('BANK-1a sends and saves a bank account without a field', async () => {
    const { flows, options, sent } = createFlows(checks);
    const { beneficiaryName: _, ...withoutName } = bankAccount;
    const input = { ...customer, phoneNumber: '+966500000011', bankAccount: withoutName as never };

    await flows.onboardCustomer(input, options);
    await flows.onboardCustomer(input, options);

    expect(sent.map(({ body }) => JSON.parse(body ?? ''))).toEqual([
      { ...customer, phoneNumber: '+966500000011' },
      withoutName,
    ]);
  });

  test.each([
    ['bankAcount is not known', 'onboardCustomer', { ...customer, bankAcount: bankAccount }],
    ['phoneNumber is missing', 'onboardCustomer', { bankAccount }],
    ['the input is missing', 'onboardCustomer', undefined],
    ['the input must be an object', 'onboardCustomer', 5],
    ['title is missing', 'openContract', { ...order, title: undefined }],
    ['milestones must be a list', 'openContract', { ...order, milestones: 5 }],
    [
      'milestones[0].seller[0].share is not known',
      'openContract',
      { ...order, milestones: [{ ...milestone, seller: [{ phoneNumber: 'x', share: 1 }] }] },
    ],
  ] as const)('sends nothing if %s', async (problem, flow, input) => {
    const { flows, options, sent } = createFlows(checks);

    const error = await failureOf(flows[flow](input as never, options));

    expect(error).toMatchObject({ code: 'rule_violation', outcome: 'not-sent' });
    expect(error.message).toContain(problem);
    expect(sent).toEqual([]);
  });
});
