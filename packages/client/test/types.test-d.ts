import { assertType, expectTypeOf, test } from 'vitest';
import type { BrokerParty, CustomerParty, ProviderParty } from '../src/document/registered.ts';
import type { LeaveItOut } from '../src/generated/schema.ts';
import type { CallOptions } from '../src/index.ts';
import {
  type ApiError,
  type EscrowClient,
  type EscrowClientOptions,
  isApiError,
  isEscrowError,
  type Milestone,
  type OperationId,
  type ParentContract,
  type Party,
  type ShortId,
} from '../src/index.ts';
import type { TicketFor } from '../src/resources.ts';

declare const escrow: EscrowClient;
declare const error: unknown;

const phoneNumber = '+966500000011';
const milestone = {
  itemDetail: { title: 'Deposit', description: 'First half' },
  itemPrice: 1000,
  currency: 'SAR',
  returnPolicy: 'NO_RETURN',
  returnFeePayee: 'PROVIDER',
  deadLine: '2031-05-06T07:08:09Z',
  serviceTermsAccepted: true,
};
const parent = {
  contractClassification: 'BASIC',
  currency: 'SAR',
  itemDetail: { title: 'Car', description: 'A used car' },
  returnPolicy: 'NO_RETURN',
  returnFeePayee: 'PROVIDER',
  serviceTermsAccepted: true as const,
};

test('PARTY-3 a PROVIDER with isSender does not type-check', () => {
  const provider = { phoneNumber, role: 'PROVIDER' as const, amount: 950 };
  const wide = { ...provider, isSender: false as boolean };

  expectTypeOf(provider).toExtend<Party>();
  expectTypeOf({ ...provider, arbitrator: true as boolean }).toExtend<Party>();
  expectTypeOf({ ...provider, isSender: true as const }).not.toExtend<Party>();
  expectTypeOf({ ...provider, isSender: false as const }).not.toExtend<Party>();
  expectTypeOf(wide).not.toExtend<Party>();
  expectTypeOf<{ 'm-1': [typeof wide] }>().not.toExtend<Parameters<EscrowClient['contracts']['addParties']>[1]>();
});

test('PARTY-2 a CUSTOMER who is arbitrator, or not sender, does not type-check', () => {
  const customer = { phoneNumber, role: 'CUSTOMER' as const, amount: 1000 };

  expectTypeOf(customer).toExtend<Party>();
  expectTypeOf({ ...customer, arbitrator: false as const, isSender: true as const }).toExtend<Party>();
  expectTypeOf({ ...customer, arbitrator: true as const }).not.toExtend<Party>();
  expectTypeOf({ ...customer, arbitrator: true as boolean }).not.toExtend<Party>();
  expectTypeOf({ ...customer, isSender: false as const }).not.toExtend<Party>();
});

test('PARTY-1 a BROKER who is not arbitrator, or not sender, does not type-check', () => {
  const broker = { phoneNumber, role: 'BROKER' as const, amount: 50 };

  expectTypeOf(broker).toExtend<Party>();
  expectTypeOf({ ...broker, arbitrator: true as const, isSender: true as const }).toExtend<Party>();
  expectTypeOf({ ...broker, arbitrator: false as const }).not.toExtend<Party>();
  expectTypeOf({ ...broker, isSender: false as const }).not.toExtend<Party>();
});

test('MILESTONE-3 a forbidden field does not type-check, not even through a wide variable', () => {
  const withMethods = { ...milestone, paymentMethods: ['CARD'] };
  const withDelivery = { ...milestone, isDeliverable: true };
  const withInspection = { ...milestone, isInspectable: false as boolean };

  expectTypeOf(milestone).toExtend<Milestone>();
  expectTypeOf(withMethods).not.toExtend<Milestone>();
  expectTypeOf(withDelivery).not.toExtend<Milestone>();
  expectTypeOf(withInspection).not.toExtend<Milestone>();
  expectTypeOf<[typeof withDelivery]>().not.toExtend<Parameters<EscrowClient['contracts']['addMilestones']>[1]>();
});

test('CONTRACT-1 a fixed field may be left out, and accepts only its value', () => {
  const fixed = { type: 'COMPLEX_CONTRACT', senderRole: 'BROKER', itemPrice: 0, isParent: true } as const;

  expectTypeOf(parent).toExtend<ParentContract>();
  expectTypeOf({ ...parent, ...fixed }).toExtend<ParentContract>();
  expectTypeOf({ ...parent, type: 'MILESTONE_CONTRACT' as const }).not.toExtend<ParentContract>();
  expectTypeOf({ ...parent, senderRole: 'PROVIDER' as const }).not.toExtend<ParentContract>();
  expectTypeOf({ ...parent, itemPrice: 1000 as const }).not.toExtend<ParentContract>();
  expectTypeOf({ ...parent, isParent: false as const }).not.toExtend<ParentContract>();
  expectTypeOf({ ...parent, serviceTermsAccepted: false as const }).not.toExtend<ParentContract>();
  expectTypeOf<Omit<typeof parent, 'serviceTermsAccepted'>>().not.toExtend<ParentContract>();
});

test('MILESTONE-1 a fixed field may be left out, and accepts only its value', () => {
  const fixed = { type: 'MILESTONE_CONTRACT', senderRole: 'BROKER' } as const;

  expectTypeOf({ ...milestone, ...fixed }).toExtend<Milestone>();
  expectTypeOf({ ...milestone, type: 'COMPLEX_CONTRACT' as const }).not.toExtend<Milestone>();
  expectTypeOf({ ...milestone, senderRole: 'CUSTOMER' as const }).not.toExtend<Milestone>();
  expectTypeOf<Omit<typeof milestone, 'itemPrice'>>().not.toExtend<Milestone>();
  expectTypeOf<Omit<typeof milestone, 'deadLine'>>().not.toExtend<Milestone>();
});

test('CONTRACT-3 an editor completes known values, and others are accepted', () => {
  type PaymentType = Exclude<Parameters<EscrowClient['payments']['start']>[0]['paymentType'], undefined>;

  expectTypeOf<ParentContract['returnPolicy']>().toEqualTypeOf<'NO_RETURN' | (string & {})>();
  expectTypeOf<ParentContract['returnFeePayee']>().toEqualTypeOf<'PROVIDER' | (string & {})>();
  expectTypeOf<ParentContract['contractClassification']>().toEqualTypeOf<'BASIC' | (string & {})>();
  expectTypeOf<Milestone['returnPolicy']>().toEqualTypeOf<'NO_RETURN' | (string & {})>();
  expectTypeOf<PaymentType>().toEqualTypeOf<'PURCHASE' | (string & {})>();
  assertType<ParentContract>({ ...parent, returnPolicy: 'RETURN_IN_14_DAYS' });
  // A plain string would accept the same values, but without completion.
  expectTypeOf<ParentContract['returnPolicy']>().not.toEqualTypeOf<string>();
});

test('TICKET-2 a plain string does not type-check as a short id', () => {
  expectTypeOf<string>().not.toExtend<ShortId>();
  expectTypeOf<'aB3xK9'>().not.toExtend<ShortId>();
  expectTypeOf<{ shortId: string; buyerPhone: string }>().not.toExtend<TicketFor>();
  expectTypeOf<{ shortId: ShortId; buyerPhone: string }>().toExtend<TicketFor>();
  expectTypeOf(escrow.payments.start).returns.resolves.toHaveProperty('shortId').toEqualTypeOf<ShortId>();
});

test('a typed client requires the input that the operation requires', () => {
  const path = { contractId: 'c-1' };
  const body = { mileStonesParties: { 'm-1': [] as Party[] } };

  escrow.hosts.contract.PATCH('/api/external/contracts/{contractId}/parties', { params: { path }, body });
  // @ts-expect-error the body is missing
  escrow.hosts.contract.PATCH('/api/external/contracts/{contractId}/parties', { params: { path } });
  // @ts-expect-error the path is missing
  escrow.hosts.contract.PATCH('/api/external/contracts/{contractId}/parties', { body });
  // @ts-expect-error everything is missing
  escrow.hosts.contract.PATCH('/api/external/contracts/{contractId}/parties');
  const paymentPath = { milestoneId: 'm-1', clientId: 'client' };
  escrow.hosts.contract.GET('/api/external/contracts/startPayment/{milestoneId}/{clientId}', {
    // @ts-expect-error redirectUrl is missing
    params: { path: paymentPath, query: { paymentType: 'PURCHASE' } },
  });
});

test('a typed client requires no input if the operation requires none', () => {
  escrow.hosts.users.GET('/webhooks');
  escrow.hosts.users.POST('/payments');
  // @ts-expect-error a GET has no body
  escrow.hosts.users.GET('/webhooks', { body: {} });
});

test('an operation, an option and a kind of token that do not exist do not type-check', () => {
  expectTypeOf<'addParty'>().not.toExtend<OperationId>();
  expectTypeOf<string>().not.toExtend<OperationId>();
  expectTypeOf<'addParties'>().toExtend<OperationId>();
  expectTypeOf<'organisation'>().not.toExtend<CallOptions['token']>();
  expectTypeOf<{ clientID: string }>().not.toExtend<EscrowClientOptions>();
  expectTypeOf<{ tokens: { organisation: string } }>().not.toExtend<EscrowClientOptions>();
  expectTypeOf<{ hosts: { contracts: string } }>().not.toExtend<EscrowClientOptions>();
  expectTypeOf<{ retry: { attempts: number } }>().not.toExtend<EscrowClientOptions>();
});

test('ERR-1 isApiError narrows the body by operation and status', () => {
  if (isApiError(error, 'requestTicket', 400)) {
    expectTypeOf(error).toEqualTypeOf<ApiError<'requestTicket', 400>>();
    expectTypeOf(error.status).toEqualTypeOf<400>();
    expectTypeOf(error.body.error).toEqualTypeOf<'consent_rejected' | 'invalid_grant' | (string & {})>();
  }
  if (isApiError(error, 'linkUser', 400)) expectTypeOf(error.body.error.details.field).toBeString();
  if (isApiError(error, 'getUser', 404)) expectTypeOf(error.body.error.code).toEqualTypeOf<'USER_NOT_FOUND'>();
  if (isApiError(error, 'getUser', 409)) expectTypeOf(error.body).toBeUnknown();
  if (isApiError(error, 'startPayment', 500)) expectTypeOf(error.body).toBeUndefined();
  expectTypeOf(isApiError).guards.toExtend<Error>();
});

test('an error with a code has the properties of such errors', () => {
  if (isEscrowError(error, 'rule_violation'))
    expectTypeOf(error.violations[0]?.path).toEqualTypeOf<string | undefined>();
  if (isEscrowError(error, 'step_pending')) expectTypeOf(error.revision).toEqualTypeOf<number>();
  if (isEscrowError(error, 'rate_limited')) expectTypeOf(error.headers).toEqualTypeOf<Headers>();
  // @ts-expect-error an error of any code has no violations
  if (isEscrowError(error)) error.violations;
});

test('a path of another host does not compile, and neither does an option that a call does not have', () => {
  expectTypeOf<'/users/{userId}'>().toExtend<Parameters<EscrowClient['hosts']['users']['GET']>[0]>();
  // @ts-expect-error the users host serves it
  escrow.hosts.contract.GET('/webhooks');
  // @ts-expect-error no host serves it
  escrow.hosts.users.GET('/nowhere');
  // @ts-expect-error the identity host has no GET
  escrow.hosts.identity.GET('/realms/service/service-partner/customers');
  // @ts-expect-error openapi-fetch would accept it, and send it elsewhere
  escrow.hosts.users.GET('/webhooks', { baseUrl: 'https://evil.test' });
  // @ts-expect-error the path has a parameter
  escrow.hosts.users.GET('/users/{userId}', {});
  const answer = escrow.hosts.identity.POST('/realms/service/service-partner/customers', { body: {} });
  expectTypeOf(answer)
    .resolves.toHaveProperty('data')
    .toEqualTypeOf<{ serviceUserId: number; userIdentification: number } | undefined>();
});

test('PARTY-3 a party is one of three named types, and the compiler reports the wrong field', () => {
  expectTypeOf<Party>().toEqualTypeOf<BrokerParty | CustomerParty | ProviderParty>();
  expectTypeOf<ProviderParty['isSender']>().toEqualTypeOf<LeaveItOut | undefined>();
  const provider: ProviderParty = {
    role: 'PROVIDER',
    phoneNumber,
    amount: 1,
    // @ts-expect-error leave isSender out
    isSender: false,
  };
  expectTypeOf(provider).toExtend<Party>();
});
