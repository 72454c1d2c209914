import type { components } from '../generated/schema.ts';
import type { SuccessBody } from '../operation-types.ts';
import type { CallOptions } from '../options.ts';

type Schemas = components['schemas'];

/** Users of the organization and what they need to receive money. Takes the organization token (AUTH-2). */
export interface Customers {
  /** Registers a new user or links an existing one: the same call, which may be repeated (USER-1, USER-2). */
  register(customer: Schemas['RegisterCustomerRequest'], options?: CallOptions): Promise<Schemas['RegisteredCustomer']>;
  /** Adds a bank account, which whoever receives money needs (BANK-1, BANK-3). The answer is not shown. */
  addBankAccount(
    serviceUserId: number,
    bankAccount: Schemas['BankAccount'],
    options?: CallOptions,
  ): Promise<SuccessBody<'addBankAccount'>>;
  /** Adds an address, which a cash-out by bank transfer needs (ADDR-1, ADDR-2). The answer is not shown. */
  addAddress(
    serviceUserId: number,
    address: Schemas['Address'],
    options?: CallOptions,
  ): Promise<SuccessBody<'addAddress'>>;
}
