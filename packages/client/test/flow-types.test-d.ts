import { assertType, expectTypeOf, test } from 'vitest';
import type { OnboardCustomerResults, OpenContractResults } from '../src/flows/journal.ts';
import type { StepResolution } from '../src/flows/options.ts';
import { type EscrowClient, isEscrowError, type ListableJournal, type PendingStep } from '../src/index.ts';

declare const error: unknown;
declare const journal: ListableJournal;
declare const escrow: EscrowClient;
const milestone = { id: 'm-1', itemPrice: 100, fee: 4, feePercentage: 0.04, status: 'CREATED' } as const;

type Resolution = StepResolution<OpenContractResults>;

test('each flow has its own names of steps', () => {
  expectTypeOf<keyof OpenContractResults>().toEqualTypeOf<
    'createContract' | 'addParties' | `addMilestones.${number}`
  >();
  expectTypeOf<keyof OnboardCustomerResults>().toEqualTypeOf<'registerCustomer' | 'addBankAccount' | 'addAddress'>();
});

test('a resolution names a step of its flow, and has either the outcome not-sent or a result', () => {
  assertType<Resolution>({ step: 'addMilestones.2', revision: 1, outcome: 'not-sent' });
  assertType<Resolution>({ step: 'addMilestones.2', revision: 1, outcome: 'succeeded', result: milestone });
  assertType<Resolution>({ step: 'createContract', revision: 1, outcome: 'succeeded', result: 'contract_1' });
  assertType<StepResolution<OnboardCustomerResults>>({
    step: 'addAddress',
    revision: 1,
    outcome: 'succeeded',
    result: null,
  });

  // @ts-expect-error both
  assertType<Resolution>({ step: 'createContract', revision: 1, outcome: 'not-sent', result: 'contract_1' });
  // @ts-expect-error neither
  assertType<Resolution>({ step: 'createContract', revision: 1 });
  // @ts-expect-error a step of the other flow
  assertType<Resolution>({ step: 'addAddress', revision: 1, outcome: 'not-sent' });
  // @ts-expect-error a misspelled step
  assertType<Resolution>({ step: 'addMilestone1', revision: 1, outcome: 'not-sent' });
  // @ts-expect-error the result of another step
  assertType<Resolution>({ step: 'addParties', revision: 1, outcome: 'succeeded', result: 'contract_1' });
  // @ts-expect-error a milestone with only its id
  assertType<Resolution>({ step: 'addMilestones.1', revision: 1, outcome: 'succeeded', result: 'm-1' });
  // @ts-expect-error no revision
  assertType<Resolution>({ step: 'createContract', outcome: 'not-sent' });
});

test('the pending step of an error or a journal fits into a resolution', async () => {
  if (isEscrowError(error, 'step_pending') && error.flow === 'openContract') {
    const { step, revision } = error;
    assertType<Resolution>({ step, revision, outcome: 'not-sent' });
    // @ts-expect-error the step of the other flow
    assertType<StepResolution<OnboardCustomerResults>>({ step, revision, outcome: 'not-sent' });
  }
  expectTypeOf(await journal.listPendingSteps()).toEqualTypeOf<PendingStep[]>();
});

test('optional fields of a flow accept undefined', () => {
  escrow.flows.onboardCustomer(
    { phoneNumber: '+966500000001', firstName: undefined, bankAccount: undefined, address: undefined },
    { key: 'buyer-1', journal: undefined, onStep: undefined, call: undefined },
  );
  // @ts-expect-error a flow needs the phone
  escrow.flows.onboardCustomer({ firstName: 'Sara' }, { key: 'buyer-1' });
});

const deposit = {
  title: 'Deposit',
  price: 500,
  deadline: '2030-01-01T00:00:00Z',
  buyer: '+966500000001',
  seller: '+966500000002',
} as const;

test('a contract has as many milestones as its input, each without a field that no milestone has', async () => {
  const order = await escrow.flows.openContract(
    { title: 'Order', milestones: [{ ...deposit, commission: undefined }, deposit] },
    { key: 'order' },
  );
  expectTypeOf(order.milestones).toHaveProperty(1);
  // @ts-expect-error there is no third one
  order.milestones[2];

  // @ts-expect-error a misspelled field
  escrow.flows.openContract({ title: 'Order', milestones: [deposit, { ...deposit, comission: 25 }] }, { key: 'order' });
});
