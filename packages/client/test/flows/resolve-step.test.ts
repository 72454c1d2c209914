import { describe, expect, it } from 'vitest';
import type { Deployment } from '../../src/document/registered.ts';
import { deployment as serviceDeployment } from '../../src/generated/service.ts';
import { type Journal, type PendingStep, resolveStep, type StepResult } from '../../src/index.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { failureOf } from '../support/failure-of.ts';
import { lose } from '../support/scripted-fetch.ts';
import { createFakeService } from './fake-service.ts';
import {
  clientOn,
  contractToOpen,
  customerToOnboard,
  onboardedCustomer,
  openContractWrites,
  openedContract,
} from './inputs.ts';
import { loseAfter, type Send } from './interrupted-flow.ts';

/** A service and a journal with a flow that stopped with a pending step at the given request. */
async function stopAt(
  request: number,
  {
    flow = 'openContract',
    send = loseAfter,
    deployment,
    rewrite = (text) => text,
  }: {
    flow?: PendingStep['flow'];
    send?: Send;
    deployment?: Deployment;
    rewrite?: (answer: string) => string;
  } = {},
) {
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
  const { flows } = clientOn(fetch, deployment && { deployment });
  const open = (input = contractToOpen) => flows.openContract(input, { key: 'order-1', journal });
  const onboard = (input = customerToOnboard) => flows.onboardCustomer(input, { key: 'seller-1', journal });
  await failureOf(flow === 'openContract' ? open() : onboard());
  const [step] = await journal.listPendingSteps();
  if (!step) throw new Error('Nothing is pending.');
  const resolve = (outcome: unknown, result?: StepResult, about: PendingStep = step) =>
    resolveStep(journal, about, outcome as 'succeeded', result);
  return { service, journal, flows, open, onboard, step, resolve };
}

/** The answers of a deployment whose fees are text, and whose new milestones are drafts. */
const withTextFees = (answer: string): string =>
  answer.replaceAll(/"fee":(\d+)/g, '"fee":"$1"').replaceAll('"CREATED"', '"DRAFT"');

const milestone = { id: 'milestone_1', itemPrice: 100, fee: 4, feePercentage: 0.04 };

describe('a step that was carried out', () => {
  it.each([
    [1, 'createContract', { id: 'contract_1' }],
    [2, 'addMilestones.1', milestone],
    [2, 'addMilestones.1', { id: 'milestone_1', itemPrice: '100', fee: '4', feePercentage: '0.04' }],
    [3, 'addMilestones.2', { id: 'milestone_2', itemPrice: 250, fee: 10, feePercentage: 0.04 }],
    [4, 'addParties', {}],
  ])('is not sent again, and the flow goes on: request %i, %s, %j', async (request, step, found) => {
    const { service, step: pending, resolve, open } = await stopAt(request);

    await resolve('succeeded', found);

    expect(pending.step).toBe(step);
    expect(pending.requiredFields).toEqual(Object.keys(found));
    expect(await open()).toEqual(openedContract);
    expect(service.carriedOut).toEqual(openContractWrites);
  });

  it.each([
    { fee: 4, itemPrice: 100, feePercentage: 0.04 },
    { fee: '4', itemPrice: '100.00', feePercentage: '0.04' },
  ])('has the types and the status of the deployment: %j', async (amounts) => {
    const { operationTable } = serviceDeployment;
    const { addMilestones } = operationTable;
    const answer = { ...addMilestones.answer, 'data.milestones[].fee': 'string' } as const;
    const deployment = {
      ...serviceDeployment,
      operationTable: { ...operationTable, addMilestones: { ...addMilestones, answer } },
      initialStatus: 'DRAFT',
    };
    const { resolve, open } = await stopAt(2, { deployment, rewrite: withTextFees });

    await resolve('succeeded', { id: 'milestone_1', ...amounts });

    const [first, second] = openedContract.milestones;
    const milestones = [
      { ...first, fee: '4', status: 'DRAFT' },
      { ...second, fee: '10', status: 'DRAFT' },
    ];
    expect(await open()).toEqual({ ...openedContract, milestones });
  });

  it('is resolved without the flow’s input, and the next run needs the input that was sent', async () => {
    const { service, resolve, onboard } = await stopAt(2, { flow: 'onboardCustomer' });

    await resolve('succeeded');

    const { phoneNumber, firstName, lastName } = customerToOnboard;
    const bankAccount = { iban: 'SA4420000001234567891234', currency: 'SAR', beneficiaryName: 'Ali', nationalId: '1' };
    const error = await failureOf(onboard({ phoneNumber, firstName, lastName, bankAccount }));
    expect(error).toMatchObject({ code: 'input_changed' });
    expect(await onboard()).toEqual(onboardedCustomer);
    expect(service.carriedOut).toEqual(['registerCustomer', 'addBankAccount', 'addAddress']);
  });

  it('refuses a result with missing fields, and names them', async () => {
    const { journal, resolve } = await stopAt(2);

    const errors = [
      await failureOf(resolve('succeeded')),
      await failureOf(resolve('succeeded', { ...milestone, id: '', fee: ' ', feePercentage: 'four' })),
      await failureOf(resolve('succeeded', { ...milestone, id: '..' })),
      await failureOf(resolve('no')),
      await failureOf(resolve(undefined)),
    ];

    expect(errors.map(({ code }) => code)).toEqual(errors.map(() => 'configuration'));
    expect(errors.map(({ message }) => message.replace(/^.* of openContract "order-1": /, ''))).toEqual([
      'Give { id, itemPrice, fee, feePercentage } as the service has it: id as text, amounts as numbers.',
      'Give { id, fee, feePercentage } as the service has it: id as text, amounts as numbers.',
      'Give the id that the service gave it, which no other step has.',
      "Set the outcome to 'not-sent' or 'succeeded'.",
      "Set the outcome to 'not-sent' or 'succeeded'.",
    ]);
    expect(await journal.listPendingSteps()).toHaveLength(1);
  });
});

describe('a pending step that an earlier version saved, without its fields', () => {
  /** Takes the fields out of the pending step. */
  async function stopAsEarlier(request: number) {
    const stopped = await stopAt(request);
    const { journal, step } = stopped;
    const entry = await journal.load(step.key);
    const state = entry?.steps[step.step];
    if (!entry || state?.status !== 'pending') throw new Error('Nothing is pending.');
    const { requiredFields: _, ...earlier } = state;
    const revision = entry.revision + 1;
    await journal.save(step.key, { ...entry, revision, steps: { ...entry.steps, [step.step]: earlier } });
    return { ...stopped, step: { ...step, revision } };
  }

  it('is not resolved as carried out, because its result would be a guess', async () => {
    const { journal, step, resolve } = await stopAsEarlier(2);

    const error = await failureOf(resolve('succeeded', milestone, step));

    expect(error).toMatchObject({ code: 'configuration' });
    expect(error.message).toBe(
      'resolveStep saved nothing about addMilestones.1 of openContract "order-1": An earlier version saved this step without the fields of its result. Give the result to the option resolve of the flow.',
    );
    expect(await journal.listPendingSteps()).toMatchObject([{ step: 'addMilestones.1', requiredFields: [] }]);
  });

  it('is resolved as not sent', async () => {
    const { step, resolve, open, service } = await stopAsEarlier(4);

    await resolve('not-sent', undefined, step);

    expect(await open()).toEqual(openedContract);
    expect(service.carriedOut).toEqual([...openContractWrites, 'addParties']);
  });

  it('is resolved by the option resolve of its flow, which knows the fields', async () => {
    const { journal, step, flows, service } = await stopAsEarlier(2);
    const { revision } = step;
    const [result] = openedContract.milestones;
    if (!result) throw new Error('The sample has a milestone.');

    const opened = await flows.openContract(contractToOpen, {
      key: step.key,
      journal,
      resolve: { step: 'addMilestones.1', revision, outcome: 'succeeded', result: result as never },
    });

    expect(opened).toEqual(openedContract);
    expect(service.carriedOut).toEqual(openContractWrites);
  });
});

describe('a step that was not carried out', () => {
  it('is sent again', async () => {
    const { service, resolve, open } = await stopAt(2, { send: lose });

    await resolve('not-sent');

    expect(await open()).toEqual(openedContract);
    expect(service.carriedOut).toEqual(openContractWrites);
  });
});

describe('a pending step', () => {
  it('is resolved once: a second resolution changes nothing', async () => {
    const { service, resolve, open } = await stopAt(4);
    await resolve('succeeded');

    const error = await failureOf(resolve('not-sent'));

    expect(error).toMatchObject({
      code: 'journal',
      message:
        'resolveStep saved nothing: addParties of openContract "order-1" is not pending at revision 7. List the pending steps again.',
    });
    expect(await open()).toEqual(openedContract);
    expect(service.carriedOut).toEqual(openContractWrites);
  });

  it('of an earlier revision, or of another flow, is not resolved', async () => {
    const { step, resolve } = await stopAt(2);
    const others = [
      { ...step, revision: step.revision - 1 },
      { ...step, flow: 'onboardCustomer' },
    ] as PendingStep[];

    for (const other of others) {
      expect(await failureOf(resolve('not-sent', {}, other))).toMatchObject({ code: 'journal' });
    }
  });

  it('is not resolved if the journal or the step is wrong, and the error names the argument', async () => {
    const { journal, step, resolve } = await stopAt(2);

    const errors = [
      await failureOf(resolveStep({} as Journal, step, 'not-sent')),
      await failureOf(resolveStep(journal, {} as PendingStep, 'not-sent')),
      await failureOf(resolve('not-sent', {}, { ...step, key: '' })),
    ];

    expect(errors.map(({ code, message }) => [code, message])).toEqual([
      ['configuration', 'resolveStep saved nothing: journal must have load and save.'],
      ['configuration', 'resolveStep saved nothing: step must be an entry of listPendingSteps().'],
      ['configuration', 'resolveStep saved nothing: step must be an entry of listPendingSteps().'],
    ]);
  });
});
