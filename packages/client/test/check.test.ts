import { expect, test } from 'vitest';
import { createObservedClient } from './support/observed-client.ts';
import { customer, milestone, parent } from './support/sample-inputs.ts';

test('check lists what an input breaks, with the rules, and sends nothing', () => {
  const { escrow, sent } = createObservedClient({});

  const violations = escrow.check('createContract', { body: { ...parent, serviceTermsAccepted: false as never } });

  expect(violations).toEqual([{ path: 'body.serviceTermsAccepted', problem: 'must be true', rule: 'CONTRACT-1' }]);
  expect(sent).toEqual([]);
});

test('check has nothing to say of an input that a call would send', () => {
  const { escrow } = createObservedClient({});

  expect(escrow.check('registerCustomer', { body: customer })).toEqual([]);
});

test('check leaves out the parts that are not given, and no others', () => {
  const { escrow } = createObservedClient({});
  const body = { milestones: [milestone] };

  expect(escrow.check('addMilestones', { body })).toEqual([]);
  expect(escrow.check('addMilestones', { path: { contractId: '..' }, body })).toMatchObject([
    { path: 'path.contractId' },
  ]);
  expect(escrow.check('addMilestones', { body: undefined as never })).toMatchObject([{ path: 'body' }]);
});

test.each(['addParty', 'toString'])('check of the operation %s, which does not exist, is refused', (operationId) => {
  const { escrow } = createObservedClient({});

  expect(() => escrow.check(operationId as never, {})).toThrow(operationId);
});

test('BANK-2 check says of an IBAN what it has to match, and not what it is', () => {
  const { escrow } = createObservedClient({});
  const body = { iban: 'DE00', currency: 'SAR', beneficiaryName: 'Sara', nationalId: '1000000001' };

  expect(escrow.check('addBankAccount', { body })).toEqual([
    { path: 'body.iban', problem: 'must match ^SA\\d{22}$', rule: 'BANK-2' },
  ]);
});
