import { expectTypeOf, test } from 'vitest';
import type { AnswerBody } from '../src/document/operation-types.ts';
import type { checkoutRedirectUrl, EscrowClient, legacyCheckoutRedirectUrl, Secret } from '../src/index.ts';

declare const escrow: EscrowClient;

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
  expectTypeOf<AnswerBody<'getUser', 200>['data']['waffy_token']>().toEqualTypeOf<Secret<'waffy_token'> | undefined>();
  expectTypeOf<Secret>().not.toExtend<string>();
  expectTypeOf<Secret['reveal']>().returns.toBeString();
  expectTypeOf<string>().not.toExtend<Secret>();
});

test('AUTH-10 a clientUserToken does not type-check as a customer token, sealed or revealed', () => {
  type CustomerToken = Parameters<typeof legacyCheckoutRedirectUrl>[1];
  type Ticket = Parameters<typeof checkoutRedirectUrl>[1];
  type Password = Awaited<ReturnType<typeof escrow.legacy.signUp>>['clientUserToken'];

  expectTypeOf<Password>().not.toExtend<CustomerToken>();
  expectTypeOf<Password>().not.toExtend<Ticket>();
  expectTypeOf<ReturnType<Password['reveal']>>().not.toExtend<CustomerToken>();
  expectTypeOf<ReturnType<Password['reveal']>>().not.toExtend<Ticket>();
  expectTypeOf<Secret<'customerToken'>>().toExtend<CustomerToken>();
  expectTypeOf<ReturnType<Secret<'ticket'>['reveal']>>().toExtend<Ticket>();
  expectTypeOf<string>().toExtend<CustomerToken>();
  expectTypeOf<ReturnType<Password['reveal']>>().toExtend<string>();
});
