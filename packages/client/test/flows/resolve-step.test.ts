import { expect, it } from 'vitest';
import type { Deployment } from '../../src/document/registered.ts';
import { deployment as serviceDeployment } from '../../src/generated/service.ts';
import { type Journal, type PendingStep, resolveStep, type StepResult } from '../../src/index.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { failureOf } from '../support/failure-of.ts';
import { lose } from '../support/scripted-client.ts';
import { createFakeService } from './fake-service.ts';
import {
  clientOn,
  contractToOpen,
  customerToOnboard,
  type FlowName,
  journaledFlows,
  onboardedCustomer,
  openContractWrites,
  openedContract,
} from './inputs.ts';
import { key, loseAfter, type Send } from './interrupted-flow.ts';

interface Stop {
  flow?: FlowName;
  send?: Send;
  deployment?: Deployment;
  /** Changes the texts of answers. */
  rewrite?: (answer: string) => string;
}

/** A service and a journal with a flow that stopped with a pending step at the given request. */
async function stopAt(request: number, stop: Stop = {}) {
  const { flow = 'openContract', send = loseAfter, deployment, rewrite = (text) => text } = stop;
  const service = createFakeService();
  const journal = createMemoryJournal();
  let count = 0;
  const fetch = (sent: Request) => {
    const carryOut = async () => {
      const response = await service.fetch(sent);
      return new Response(rewrite(await response.text()), response);
    };
    return ++count === request ? send(sent, carryOut) : carryOut();
  };
  const client = clientOn(fetch, deployment && { deployment });
  const run = () => journaledFlows[flow].run(client, { key, journal });
  await failureOf(run());
  const [step] = await journal.listPendingSteps();
  if (!step) throw new Error('Nothing is pending.');
  const resolve = (outcome: string, result?: StepResult, about: PendingStep = step) =>
    resolveStep(journal, about, outcome as 'succeeded', result);
  return { service, journal, client, run, step, resolve };
}

const milestone = { id: 'milestone_1', itemPrice: 100, fee: 4, feePercentage: 0.04 };

it.each([
  [1, 'createContract', { id: 'contract_1' }],
  [2, 'addMilestones.1', { id: 'milestone_1', itemPrice: '100', fee: '4', feePercentage: '0.04' }],
  [3, 'addMilestones.2', { id: 'milestone_2', itemPrice: 250, fee: 10, feePercentage: 0.04 }],
  [4, 'addParties', {}],
])('a step that was carried out is not sent again: request %i, %s, %j', async (request, step, found) => {
  const { service, step: pending, resolve, run } = await stopAt(request);

  await resolve('succeeded', found);

  expect(pending).toMatchObject({ step, requiredFields: Object.keys(found) });
  expect(await run()).toEqual(openedContract);
  expect(service.carriedOut).toEqual(openContractWrites);
});

it('the result of a step has the types and the status of the deployment', async () => {
  const { operationTable } = serviceDeployment;
  const { addMilestones } = operationTable;
  const answer = { ...addMilestones.answer, 'data.milestones[].fee': 'string' } as const;
  const deployment = {
    ...serviceDeployment,
    operationTable: { ...operationTable, addMilestones: { ...addMilestones, answer } },
    initialStatus: 'DRAFT',
  };
  const rewrite = (text: string) => text.replaceAll(/"fee":(\d+)/g, '"fee":"$1"').replaceAll('"CREATED"', '"DRAFT"');
  const { resolve, run } = await stopAt(2, { deployment, rewrite });

  await resolve('succeeded', { id: 'milestone_1', fee: 4, itemPrice: '100.00', feePercentage: '0.04' });

  const [first, second] = openedContract.milestones;
  const milestones = [
    { ...first, fee: '4', status: 'DRAFT' },
    { ...second, fee: '10', status: 'DRAFT' },
  ];
  expect(await run()).toEqual({ ...openedContract, milestones });
});

it('a step is resolved without the flow’s input, and the next run needs the input that was sent', async () => {
  const { service, journal, client, resolve, run } = await stopAt(2, { flow: 'onboardCustomer' });

  await resolve('succeeded');

  const bankAccount = { iban: 'SA4420000001234567891234', currency: 'SAR', beneficiaryName: 'Ali', nationalId: '1' };
  const changed = client.flows.onboardCustomer({ ...customerToOnboard, bankAccount }, { key, journal });
  expect(await failureOf(changed)).toMatchObject({ code: 'input_changed' });
  expect(await run()).toEqual(onboardedCustomer);
  expect(service.carriedOut).toEqual(['registerCustomer', 'addBankAccount', 'addAddress']);
});

it('a result with fields that are missing or wrong is refused, and they are named', async () => {
  const { journal, resolve } = await stopAt(2);

  const errors = [
    await failureOf(resolve('succeeded')),
    await failureOf(resolve('succeeded', { ...milestone, id: '', fee: ' ', feePercentage: 'four' })),
    await failureOf(resolve('succeeded', { ...milestone, itemPrice: -100, fee: '-4', feePercentage: 4 })),
    await failureOf(resolve('succeeded', { ...milestone, id: '..' })),
    await failureOf(resolve('no')),
  ];

  const types =
    'from the service: ID as text, amounts as numbers of 0 or more, feePercentage as a fraction, such as 0.04 for 4 percent.';
  expect(errors.map(({ code }) => code)).toEqual(errors.map(() => 'configuration'));
  expect(errors.map(({ message }) => message.replace(/^.* of openContract "order-1": /, ''))).toEqual([
    `Give { id, itemPrice, fee, feePercentage } ${types}`,
    `Give { id, fee, feePercentage } ${types}`,
    `Give { itemPrice, fee, feePercentage } ${types}`,
    'Give the ID that the service created for it. No other step has the same ID.',
    "Set the outcome to 'not-sent' or 'succeeded'.",
  ]);
  expect(await journal.listPendingSteps()).toHaveLength(1);
});

it('a step that an earlier version saved without its fields is resolved by the option of its flow alone, which knows them', async () => {
  const { journal, step, resolve, client, service } = await stopAt(2);
  const entry = await journal.load(key);
  const state = entry?.steps[step.step];
  if (!entry || state?.status !== 'pending') throw new Error('Nothing is pending.');
  const { requiredFields: _, ...earlier } = state;
  const revision = entry.revision + 1;
  await journal.save(key, { ...entry, revision, steps: { ...entry.steps, [step.step]: earlier } });

  const error = await failureOf(resolve('succeeded', milestone, { ...step, revision }));
  const result = { ...milestone, status: 'CREATED' } as const;
  const opened = await client.flows.openContract(contractToOpen, {
    key,
    journal,
    resolve: { step: 'addMilestones.1', revision, outcome: 'succeeded', result },
  });

  expect(error).toMatchObject({ code: 'configuration', message: expect.stringContaining('An earlier version') });
  expect(opened).toEqual(openedContract);
  expect(service.carriedOut).toEqual(openContractWrites);
});

it('a step that was not carried out is sent again', async () => {
  const { service, resolve, run } = await stopAt(2, { send: lose });

  await resolve('not-sent');

  expect(await run()).toEqual(openedContract);
  expect(service.carriedOut).toEqual(openContractWrites);
});

it('a step is resolved once: a second resolution changes nothing, nor does one of another revision or flow', async () => {
  const { service, step, resolve, run } = await stopAt(4);
  const others = [{ ...step, revision: step.revision - 1 }, { ...step, flow: 'onboardCustomer' } as PendingStep];
  for (const other of others)
    expect(await failureOf(resolve('not-sent', {}, other))).toMatchObject({ code: 'journal' });
  await resolve('succeeded');

  const error = await failureOf(resolve('not-sent'));

  expect(error).toMatchObject({
    code: 'journal',
    message:
      'resolveStep saved nothing: addParties of openContract "order-1" is not pending at revision 7. List the pending steps again.',
  });
  expect(await run()).toEqual(openedContract);
  expect(service.carriedOut).toEqual(openContractWrites);
});

it('a wrong journal or step is refused by its name', async () => {
  const { step, resolve } = await stopAt(2);

  const errors = [
    await failureOf(resolveStep({} as Journal, step, 'not-sent')),
    await failureOf(resolve('not-sent', {}, { ...step, key: '' })),
  ];

  expect(errors.map(({ code, message }) => [code, message])).toEqual([
    ['configuration', 'resolveStep saved nothing: journal must have load and save.'],
    ['configuration', 'resolveStep saved nothing: step must be an entry of listPendingSteps().'],
  ]);
});
