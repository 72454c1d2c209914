import { assertType, expectTypeOf, test } from 'vitest';
import type { OpenContractResults } from '../src/flows/journal.ts';
import type { StepResolution } from '../src/flows/options.ts';
import type { CallOptions, checkoutRedirectUrl, legacyCheckoutRedirectUrl, Secret } from '../src/index.ts';
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
import { milestone, parent } from './support/sample-inputs.ts';

declare const escrow: EscrowClient;
declare const error: unknown;

const phoneNumber = '+966500000011';

test('PARTY-3 a PROVIDER with isSender does not type-check', () => {
  const provider = { phoneNumber, role: 'PROVIDER' as const, amount: 950 };
  const wide = { ...provider, isSender: false as boolean };

  expectTypeOf(provider).toExtend<Party>();
  expectTypeOf({ ...provider, isSender: true as const }).not.toExtend<Party>();
  expectTypeOf({ ...provider, isSender: false as const }).not.toExtend<Party>();
  expectTypeOf<{ 'm-1': [typeof wide] }>().not.toExtend<Parameters<EscrowClient['contracts']['addParties']>[1]>();
});

test('PARTY-2 a CUSTOMER who is arbitrator, or not sender, does not type-check', () => {
  const customer = { phoneNumber, role: 'CUSTOMER' as const, amount: 1000 };

  expectTypeOf(customer).toExtend<Party>();
  expectTypeOf({ ...customer, arbitrator: false as const, isSender: true as const }).toExtend<Party>();
  expectTypeOf({ ...customer, arbitrator: true as const }).not.toExtend<Party>();
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

  expectTypeOf(withMethods).not.toExtend<Milestone>();
  expectTypeOf(withDelivery).not.toExtend<Milestone>();
  expectTypeOf(withInspection).not.toExtend<Milestone>();
  expectTypeOf<[typeof withDelivery]>().not.toExtend<Parameters<EscrowClient['contracts']['addMilestones']>[1]>();
});

test('CONTRACT-1 a fixed field may be left out, and accepts only its value', () => {
  const fixed = { type: 'COMPLEX_CONTRACT', senderRole: 'BROKER', itemPrice: 0, isParent: true } as const;

  expectTypeOf({ ...parent, ...fixed }).toExtend<ParentContract>();
  expectTypeOf({ ...parent, type: 'MILESTONE_CONTRACT' as const }).not.toExtend<ParentContract>();
  expectTypeOf({ ...parent, itemPrice: 1000 as const }).not.toExtend<ParentContract>();
  expectTypeOf({ ...parent, serviceTermsAccepted: false as const }).not.toExtend<ParentContract>();
  expectTypeOf<Omit<typeof parent, 'serviceTermsAccepted'>>().not.toExtend<ParentContract>();
});

test('CONTRACT-3 an editor completes known values, and others are accepted', () => {
  type PaymentType = Exclude<Parameters<EscrowClient['payments']['start']>[0]['paymentType'], undefined>;

  expectTypeOf<ParentContract['returnPolicy']>().toEqualTypeOf<'NO_RETURN' | (string & {})>();
  expectTypeOf<PaymentType>().toEqualTypeOf<'PURCHASE' | (string & {})>();
  assertType<ParentContract>({ ...parent, returnPolicy: 'RETURN_IN_14_DAYS' });
});

test('TICKET-2 a plain string does not type-check as a short id', () => {
  expectTypeOf<string>().not.toExtend<ShortId>();
  expectTypeOf<{ shortId: string; buyerPhone: string }>().not.toExtend<TicketFor>();
  expectTypeOf<{ shortId: ShortId; buyerPhone: string }>().toExtend<TicketFor>();
  expectTypeOf(escrow.payments.start).returns.resolves.toHaveProperty('shortId').toEqualTypeOf<ShortId>();
});

test('an operation, an option and a kind of token that do not exist do not type-check', () => {
  expectTypeOf<'addParty'>().not.toExtend<OperationId>();
  expectTypeOf<'addParties'>().toExtend<OperationId>();
  expectTypeOf<'organisation'>().not.toExtend<CallOptions['token']>();
  expectTypeOf<{ clientID: string }>().not.toExtend<EscrowClientOptions>();
  expectTypeOf<{ tokens: { organisation: string } }>().not.toExtend<EscrowClientOptions>();
  expectTypeOf<{ retry: { attempts: number } }>().not.toExtend<EscrowClientOptions>();
});

test('ERR-1 isApiError narrows the body by operation and status', () => {
  if (isApiError(error, 'requestTicket', 400)) {
    expectTypeOf(error).toEqualTypeOf<ApiError<'requestTicket', 400>>();
    expectTypeOf(error.status).toEqualTypeOf<400>();
    expectTypeOf(error.body.error).toEqualTypeOf<'consent_rejected' | 'invalid_grant' | (string & {})>();
  }
  if (isApiError(error, 'linkUser', 400)) expectTypeOf(error.body.error.details.field).toBeString();
  if (isApiError(error, 'getUser', 409)) expectTypeOf(error.body).toBeUnknown();
  if (isApiError(error, 'startPayment', 500)) expectTypeOf(error.body).toBeUndefined();
});

test('an error with a code has the properties of such errors', () => {
  if (isEscrowError(error, 'rule_violation'))
    expectTypeOf(error.violations[0]).toExtend<{ path: string; message: string } | undefined>();
  if (isEscrowError(error, 'step_pending')) expectTypeOf(error.revision).toEqualTypeOf<number>();
  if (isEscrowError(error, 'rate_limited')) expectTypeOf(error.headers).toEqualTypeOf<Headers>();
  // @ts-expect-error an error of any code has no violations
  if (isEscrowError(error)) error.violations;
});

test('a path of another host does not compile, and neither does an option that a call does not have', () => {
  // @ts-expect-error the body is missing
  escrow.hosts.contract.PATCH('/api/external/contracts/{contractId}/parties', {
    params: { path: { contractId: 'c-1' } },
  });
  // @ts-expect-error the users host serves it
  escrow.hosts.contract.GET('/webhooks');
  // @ts-expect-error no host serves it
  escrow.hosts.users.GET('/nowhere');
  // @ts-expect-error openapi-fetch would accept it, and send it elsewhere
  escrow.hosts.users.GET('/webhooks', { baseUrl: 'https://evil.test' });
  const answer = escrow.hosts.identity.POST('/realms/service/service-partner/customers', { body: {} });
  expectTypeOf(answer)
    .resolves.toHaveProperty('data')
    .toEqualTypeOf<{ serviceUserId: number; userIdentification: number } | undefined>();
});

test('LEGACY-2 tokens and passwords of answers are secrets', () => {
  expectTypeOf(escrow.payments.requestTicket).returns.resolves.toEqualTypeOf<{
    ticket: Secret<'ticket'>;
    expiresIn: number;
  }>();
  expectTypeOf(escrow.legacy.signUp)
    .returns.resolves.toHaveProperty('clientUserToken')
    .toEqualTypeOf<Secret<'clientUserToken'>>();
  expectTypeOf(escrow.users.link)
    .returns.resolves.toHaveProperty('data')
    .toHaveProperty('waffy_token')
    .toEqualTypeOf<Secret<'waffy_token'>>();
  expectTypeOf<Secret>().not.toExtend<string>();
});

test('AUTH-10 a clientUserToken does not type-check as a customer token, sealed or revealed', () => {
  type CustomerToken = Parameters<typeof legacyCheckoutRedirectUrl>[1];
  type Ticket = Parameters<typeof checkoutRedirectUrl>[1];
  type Password = Awaited<ReturnType<typeof escrow.legacy.signUp>>['clientUserToken'];

  expectTypeOf<Password>().not.toExtend<CustomerToken>();
  expectTypeOf<Password>().not.toExtend<Ticket>();
  expectTypeOf<ReturnType<Password['reveal']>>().not.toExtend<CustomerToken>();
  expectTypeOf<Secret<'customerToken'>>().toExtend<CustomerToken>();
});

const added = { id: 'm-1', itemPrice: 100, fee: 4, feePercentage: 0.04, status: 'CREATED' } as const;
type Resolution = StepResolution<OpenContractResults>;

test('a resolution names a step of its flow, and has either the outcome not-sent or a result', () => {
  assertType<Resolution>({ step: 'addMilestones.2', revision: 1, outcome: 'not-sent' });
  assertType<Resolution>({ step: 'addMilestones.2', revision: 1, outcome: 'succeeded', result: added });
  assertType<Resolution>({ step: 'createContract', revision: 1, outcome: 'succeeded', result: 'contract_1' });

  // @ts-expect-error both
  assertType<Resolution>({ step: 'createContract', revision: 1, outcome: 'not-sent', result: 'contract_1' });
  // @ts-expect-error a step of the other flow
  assertType<Resolution>({ step: 'addAddress', revision: 1, outcome: 'not-sent' });
  // @ts-expect-error the result of another step
  assertType<Resolution>({ step: 'addParties', revision: 1, outcome: 'succeeded', result: 'contract_1' });
  // @ts-expect-error no revision
  assertType<Resolution>({ step: 'createContract', outcome: 'not-sent' });
});

test('a contract has as many milestones as its input, each without a field that no milestone has', async () => {
  const deposit = { title: 'Deposit', price: 5, deadline: '2030-01-01T00:00:00Z', buyer: '+1', seller: '+2' } as const;
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
