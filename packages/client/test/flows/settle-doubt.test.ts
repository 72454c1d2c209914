import { describe, expect, it } from 'vitest';
import { type Doubt, type Finding, isEscrowError, type Journal, resultFields, settleDoubt } from '../../src/index.ts';
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

/** A service and a journal, on which a flow was stopped in doubt at the given request. */
async function stopAt(
  request: number,
  { flow = 'openContract', send = loseAfter }: { flow?: Doubt['flow']; send?: Send } = {},
) {
  const service = createFakeService();
  const journal = createMemoryJournal();
  let count = 0;
  const { flows } = clientOn((sent) => {
    const carryOut = () => service.fetch(sent);
    return ++count === request ? send(sent, carryOut) : carryOut();
  });
  const open = (input = contractToOpen) => flows.openContract(input, { key: 'order-1', journal });
  const onboard = (input = customerToOnboard) => flows.onboardCustomer(input, { key: 'seller-1', journal });
  await failureOf(flow === 'openContract' ? open() : onboard());
  const [doubt] = await journal.listDoubts();
  if (!doubt) throw new Error('Nothing is in doubt.');
  const settle = (finding: unknown, about: Doubt = doubt) => settleDoubt(journal, about, finding as Finding);
  return { service, journal, open, onboard, doubt, settle };
}

const milestone = { id: 'milestone_1', itemPrice: 100, fee: 4, feePercentage: 0.04 };

describe('a step that was carried out', () => {
  it.each([
    [1, 'createContract', { id: 'contract_1' }],
    [2, 'addMilestones.1', milestone],
    [2, 'addMilestones.1', { id: 'milestone_1', itemPrice: '100', fee: '4', feePercentage: '0.04' }],
    [3, 'addMilestones.2', { id: 'milestone_2', itemPrice: 250, fee: 10, feePercentage: 0.04 }],
    [4, 'addParties', {}],
  ])('is not sent again, and the flow goes on: request %i, %s, %j', async (request, step, found) => {
    const { service, doubt, settle, open } = await stopAt(request);

    await settle({ wasCarriedOut: true, ...found });

    expect(doubt.step).toBe(step);
    expect(resultFields(doubt)).toEqual(Object.keys(found));
    expect(await open()).toEqual(openedContract);
    expect(service.carriedOut).toEqual(openContractWrites);
  });

  it('is settled without the input of its flow, which then has to be the one that was sent', async () => {
    const { service, settle, onboard } = await stopAt(2, { flow: 'onboardCustomer' });

    await settle({ wasCarriedOut: true });

    const { customer } = customerToOnboard;
    const bankAccount = { iban: 'SA4420000001234567891234', currency: 'SAR', beneficiaryName: 'Ali', nationalId: '1' };
    const error = await failureOf(onboard({ customer, bankAccount }));
    expect(error).toMatchObject({ code: 'input_changed' });
    expect(await onboard()).toEqual(onboardedCustomer);
    expect(service.carriedOut).toEqual(['registerCustomer', 'addBankAccount', 'addAddress']);
  });

  it('takes no answer without what the flow goes on with, and names it', async () => {
    const { journal, settle } = await stopAt(2);

    const errors = [
      await failureOf(settle({ wasCarriedOut: true })),
      await failureOf(settle({ wasCarriedOut: true, ...milestone, id: '', fee: ' ', feePercentage: 'four' })),
      await failureOf(settle({ wasCarriedOut: true, ...milestone, id: '..' })),
      await failureOf(settle({ wasCarriedOut: 'no' })),
      await failureOf(settle(undefined)),
    ];

    expect(errors.map(({ code }) => code)).toEqual(errors.map(() => 'configuration'));
    expect(errors.map(({ message }) => message.replace(/^.* of openContract "order-1": /, ''))).toEqual([
      'Give id, itemPrice, fee, feePercentage as the service has it; amounts as numbers.',
      'Give id, fee, feePercentage as the service has it; amounts as numbers.',
      'Give the id of this milestone, which no other milestone has.',
      'Set wasCarriedOut to true or false.',
      'Set wasCarriedOut to true or false.',
    ]);
    expect(await journal.listDoubts()).toHaveLength(1);
  });

  it('takes no id that another milestone has', async () => {
    const { settle } = await stopAt(3);

    const error = await failureOf(settle({ wasCarriedOut: true, ...milestone }));

    expect(error).toMatchObject({ code: 'configuration' });
  });
});

describe('a step that was not carried out', () => {
  it('is sent again', async () => {
    const { service, settle, open } = await stopAt(2, { send: lose });

    await settle({ wasCarriedOut: false });

    expect(await open()).toEqual(openedContract);
    expect(service.carriedOut).toEqual(openContractWrites);
  });

  it('may be sent with other input', async () => {
    const { settle, onboard } = await stopAt(3, { flow: 'onboardCustomer', send: lose });

    await settle({ wasCarriedOut: false });

    const address = { addressLabel: 'WORK', countryCode: 'SA' } as const;
    expect(await onboard({ ...customerToOnboard, address })).toEqual(onboardedCustomer);
  });
});

describe('a doubt', () => {
  it('is settled once: a second answer changes nothing', async () => {
    const { service, settle, open } = await stopAt(4);
    await settle({ wasCarriedOut: true });

    const error = await failureOf(settle({ wasCarriedOut: false }));

    expect(error).toMatchObject({
      code: 'journal',
      message:
        'settleDoubt kept nothing: addParties of openContract "order-1" is not in doubt at revision 7. List the doubts again.',
    });
    expect(await open()).toEqual(openedContract);
    expect(service.carriedOut).toEqual(openContractWrites);
  });

  it('is settled once: of two answers at once one is kept', async () => {
    const { settle } = await stopAt(1);

    const ends = await Promise.allSettled([
      settle({ wasCarriedOut: true, id: 'contract_1' }),
      settle({ wasCarriedOut: true, id: 'contract_2' }),
    ]);

    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('of an earlier revision, or of another flow, is not settled', async () => {
    const { doubt, settle } = await stopAt(2);
    const others = [
      { ...doubt, revision: doubt.revision - 1 },
      { ...doubt, flow: 'onboardCustomer' },
    ] as Doubt[];

    for (const other of others) {
      expect(await failureOf(settle({ wasCarriedOut: false }, other))).toMatchObject({ code: 'journal' });
    }
  });

  it('without a journal, or that is none, is refused by its name', async () => {
    const { journal, doubt, settle } = await stopAt(2);
    const finding: Finding = { wasCarriedOut: false };

    const errors = [
      await failureOf(settleDoubt({} as Journal, doubt, finding)),
      await failureOf(settleDoubt(journal, {} as Doubt, finding)),
      await failureOf(settle(finding, { ...doubt, key: '' })),
    ];

    expect(errors.map(({ code, message }) => [code, message])).toEqual([
      ['configuration', 'settleDoubt kept nothing: journal must have load and save.'],
      ['configuration', 'settleDoubt kept nothing: doubt must be an entry of listDoubts().'],
      ['configuration', 'settleDoubt kept nothing: doubt must be an entry of listDoubts().'],
    ]);
  });

  it('is settled by the error that the flow stopped with', async () => {
    const { open, journal } = await stopAt(4);
    const error = await failureOf(open());

    if (isEscrowError(error, 'step_in_doubt')) await settleDoubt(journal, error, { wasCarriedOut: true });

    expect(await open()).toEqual(openedContract);
  });
});
