import { expect, it } from 'vitest';
import { defineFlow } from '../../src/define-flow.ts';
import {
  type BankAccount,
  isEscrowError,
  type ParentContract,
  type RegisteredCustomer,
  resolveStep,
} from '../../src/index.ts';
import { failureOf, pendingStepOf } from '../support/failure-of.ts';
import { bankAccount, customer, parent } from '../support/sample-inputs.ts';
import { key, loseAfter, setUp } from './interrupted-flow.ts';

interface StartInput {
  phoneNumber: string;
  bankAccount: BankAccount;
  contract: ParentContract;
}

interface StartResults {
  registerCustomer: RegisteredCustomer;
  addBankAccount: null;
  createContract: string;
}

/** A flow of a shop's own: a step that may be repeated, one without a result, and one that uses an earlier result. */
const startFlow = defineFlow<StartInput, StartResults>({
  name: 'shop.start',
  steps: ({ phoneNumber, bankAccount, contract }) => [
    {
      name: 'registerCustomer',
      operation: 'registerCustomer',
      input: () => ({ body: { phoneNumber } }),
      result: (customer) => customer,
    },
    {
      name: 'addBankAccount',
      operation: 'addBankAccount',
      input: ({ registerCustomer: { serviceUserId } }) => ({ path: { serviceUserId }, body: bankAccount }),
    },
    {
      name: 'createContract',
      operation: 'createContract',
      input: () => ({ body: contract }),
      result: ({ data }) => data.id,
    },
  ],
});

const startInput: StartInput = { phoneNumber: customer.phoneNumber ?? '', bankAccount, contract: parent };

/** The result of the flow on a new service. */
const started: StartResults = {
  registerCustomer: { serviceUserId: 1001, userIdentification: 2001 },
  addBankAccount: null,
  createContract: 'contract_1',
};

it('runs the steps of a defined flow in order, each once for a key, and returns their results', async () => {
  const { service, client, journal } = setUp();

  const result = await client.flows.run(startFlow, startInput, { key, journal });
  const again = await client.flows.run(startFlow, startInput, { key, journal });

  expect([result, again]).toEqual([started, started]);
  expect(service.carriedOut).toEqual(['registerCustomer', 'addBankAccount', 'createContract']);
  const changed = { ...startInput, phoneNumber: '+966500000009' };
  await expect(client.flows.run(startFlow, changed, { key, journal })).rejects.toMatchObject({ code: 'input_changed' });
});

it('stops a defined flow at a step whose outcome is unknown, and goes on with the result that a person looked up', async () => {
  const { service, client, journal } = setUp({ request: 3, send: loseAfter });

  const error = await pendingStepOf(client.flows.run(startFlow, startInput, { key, journal }));
  const [listed] = await journal.listPendingSteps();
  if (!listed) throw new Error('No step is pending.');
  await expect(resolveStep(journal, listed, 'succeeded')).rejects.toMatchObject({ code: 'configuration' });
  await resolveStep(journal, listed, 'succeeded', 'contract_1');
  const result = await client.flows.run(startFlow, startInput, { key, journal });

  expect(error).toMatchObject({ flow: 'shop.start', step: 'createContract', requiredFields: [] });
  expect(listed).toMatchObject({ flow: 'shop.start', step: 'createContract', requiredFields: [] });
  expect(result).toEqual(started);
  expect(service.carriedOut.filter((write) => write === 'createContract')).toHaveLength(1);
});

it.each<[what: string, result: () => unknown, error: object, carriedOut: string[]]>([
  [
    'throws',
    () => {
      throw new Error('a bug of the shop');
    },
    { code: 'step_pending', cause: { message: 'a bug of the shop' } },
    ['createContract'],
  ],
  [
    'gives a promise',
    () => Promise.resolve('id'),
    { code: 'step_pending', message: expect.stringContaining('return the value') },
    ['createContract'],
  ],
  ['is async', async () => 'id', { code: 'configuration', message: expect.stringContaining('return the value') }, []],
])('saves no step as done whose function result %s', async (_what, result, expected, carriedOut) => {
  const { service, client, journal } = setUp();
  const flow = defineFlow<null, { add: unknown }>({
    name: 'shop.failing',
    steps: () => [{ name: 'add', operation: 'createContract', input: () => ({ body: parent }), result }],
  });

  const error = await failureOf(client.flows.run(flow, null, { key, journal }));

  expect(error).toMatchObject(expected);
  expect(service.carriedOut).toEqual(carriedOut);
  expect(await journal.listPendingSteps()).toHaveLength(carriedOut.length);
});

it.each([
  ['without a dot in its name', { name: 'start' as 'a.b', steps: () => [] }, 'its name needs a dot'],
  ['without steps', { name: 'shop.start' as const, steps: () => [] }, 'it has no steps'],
  [
    'with two steps of one name',
    {
      name: 'shop.start' as const,
      steps: () => [1, 2].map(() => ({ name: 'a' as const, operation: 'listWebhooks' as const, input: () => ({}) })),
    },
    'two steps have the same name',
  ],
])('refuses a flow %s before anything is sent', async (_, definition, problem) => {
  const { service, client, journal } = setUp();

  const error = await failureOf(
    (async () => client.flows.run(defineFlow<null, { a: null }>(definition), null, { key, journal }))(),
  );

  expect(isEscrowError(error, 'configuration') && error.message).toContain(problem);
  expect(service.carriedOut).toEqual([]);
});
