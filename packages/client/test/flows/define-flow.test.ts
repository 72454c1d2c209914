import { expect, it } from 'vitest';
import { defineFlow } from '../../src/define-flow.ts';
import { isEscrowError, resolveStep } from '../../src/index.ts';
import { failureOf, pendingStepOf } from '../support/failure-of.ts';
import { started, startFlow, startInput } from './defined-flow.ts';
import { key, loseAfter, setUp } from './interrupted-flow.ts';

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

it('keeps a step pending whose function result fails, because the service has carried it out', async () => {
  const { client, journal } = setUp();
  const failing = defineFlow<null, { add: string }>({
    name: 'shop.failing',
    steps: () => [
      {
        name: 'add',
        operation: 'createContract',
        input: () => ({ body: startInput.contract }),
        result() {
          throw new Error('a bug of the shop');
        },
      },
    ],
  });

  const error = await pendingStepOf(client.flows.run(failing, null, { key, journal }));

  expect(error.cause).toMatchObject({ message: 'a bug of the shop' });
  expect(await journal.listPendingSteps()).toHaveLength(1);
});

it.each([
  ['async', async () => 'id', 'configuration', []],
  ['gives a promise', () => Promise.resolve('id'), 'step_pending', ['createContract']],
])('never saves a promise as done: a function result that is or %s', async (_, result, code, carriedOut) => {
  const { service, client, journal } = setUp();
  const flow = defineFlow<null, { add: unknown }>({
    name: 'shop.async',
    steps: () => [{ name: 'add', operation: 'createContract', input: () => ({ body: startInput.contract }), result }],
  });

  const error = await failureOf(client.flows.run(flow, null, { key, journal }));

  expect(isEscrowError(error) && [error.code, error.message]).toEqual([
    code,
    expect.stringContaining('return the value'),
  ]);
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
    'two steps have one name',
  ],
])('refuses a flow %s before anything is sent', async (_, definition, problem) => {
  const { service, client, journal } = setUp();

  const error = await failureOf(
    (async () => client.flows.run(defineFlow<null, { a: null }>(definition), null, { key, journal }))(),
  );

  expect(isEscrowError(error, 'configuration') && error.message).toContain(problem);
  expect(service.carriedOut).toEqual([]);
});
