import { assertType, expectTypeOf, test } from 'vitest';
import {
  type Doubt,
  type InDoubt,
  isEscrowError,
  type ListableJournal,
  type OnboardCustomerResults,
  type OnboardCustomerStep,
  type OpenContractResults,
  type OpenContractStep,
} from '../src/index.ts';

declare const error: unknown;
declare const journal: ListableJournal;
const milestone = { id: 'm-1', itemPrice: 100, fee: 4, feePercentage: 0.04, status: 'CREATED' } as const;

test('the steps of each flow have names of their own', () => {
  expectTypeOf<OpenContractStep>().toEqualTypeOf<'createContract' | 'addParties' | `addMilestones.${number}`>();
  expectTypeOf<OnboardCustomerStep>().toEqualTypeOf<'registerCustomer' | 'addBankAccount' | 'addAddress'>();
});

test('an answer names a step of its flow, and says either that it is sent again or what it resulted in', () => {
  assertType<InDoubt<OpenContractResults>>({ step: 'addMilestones.2', revision: 1, resend: true });
  assertType<InDoubt<OpenContractResults>>({ step: 'addMilestones.2', revision: 1, result: milestone });
  assertType<InDoubt<OpenContractResults>>({ step: 'createContract', revision: 1, result: 'contract_1' });
  assertType<InDoubt<OnboardCustomerResults>>({ step: 'addAddress', revision: 1, result: null });

  // @ts-expect-error both
  assertType<InDoubt<OpenContractResults>>({ step: 'createContract', revision: 1, resend: true, result: 'contract_1' });
  // @ts-expect-error neither
  assertType<InDoubt<OpenContractResults>>({ step: 'createContract', revision: 1 });
  // @ts-expect-error a step of the other flow
  assertType<InDoubt<OpenContractResults>>({ step: 'addAddress', revision: 1, resend: true });
  // @ts-expect-error a misspelled step
  assertType<InDoubt<OpenContractResults>>({ step: 'addMilestone1', revision: 1, resend: true });
  // @ts-expect-error the result of another step
  assertType<InDoubt<OpenContractResults>>({ step: 'addParties', revision: 1, result: 'contract_1' });
  // @ts-expect-error a milestone by its id alone
  assertType<InDoubt<OpenContractResults>>({ step: 'addMilestones.1', revision: 1, result: 'm-1' });
  // @ts-expect-error no revision
  assertType<InDoubt<OpenContractResults>>({ step: 'createContract', resend: true });
});

test('what an error or a journal says of a doubt goes into the answer', async () => {
  if (isEscrowError(error, 'step_in_doubt') && error.flow === 'openContract') {
    const { step, revision } = error;
    assertType<InDoubt<OpenContractResults>>({ step, revision, resend: true });
    // @ts-expect-error the step of the other flow
    assertType<InDoubt<OnboardCustomerResults>>({ step, revision, resend: true });
  }
  expectTypeOf(await journal.listDoubts()).toEqualTypeOf<Doubt[]>();
});

test('an error of a journal may say where the flow stopped', () => {
  if (isEscrowError(error, 'input_changed')) expectTypeOf(error.doneSteps).toEqualTypeOf<readonly string[]>();
  if (isEscrowError(error, 'journal')) expectTypeOf(error.doneSteps).toEqualTypeOf<readonly string[] | undefined>();
});
