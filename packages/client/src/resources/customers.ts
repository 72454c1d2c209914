import type { Call } from '../calls/call.ts';
import type { Address, BankAccount, RegisterCustomerRequest, RegisteredCustomer } from '../document/schemas.ts';
import type { CallOptions } from '../transport/call-options.ts';

/** Users of the organization and what they need to receive money. Takes the organization token (AUTH-2). */
export interface Customers {
  /**
   * Registers a new user or links an existing one by the same call, which may be repeated (USER-1, USER-2). Which of the three
   * fields are required is not shown, so the client sends `register({})`, and the service decides. Give all three, because
   * contracts identify parties by phone number.
   */
  register(customer: RegisterCustomerRequest, options?: CallOptions): Promise<RegisteredCustomer>;
  /**
   * Adds a bank account, which everyone who receives money needs (BANK-1, BANK-3). The answer is not shown.
   * @param serviceUserId The id of the registered customer: a whole number, or its digits as text.
   */
  addBankAccount(serviceUserId: number | string, bankAccount: BankAccount, options?: CallOptions): Promise<void>;
  /**
   * Adds an address, which a cash-out by bank transfer needs (ADDR-1, ADDR-2). The answer is not shown.
   * @param serviceUserId The id of the registered customer: a whole number, or its digits as text.
   */
  addAddress(serviceUserId: number | string, address: Address, options?: CallOptions): Promise<void>;
}

/** Creates the calls. */
export const createCustomers = (call: Call): Customers => ({
  register: (body, options) => call('registerCustomer', { body }, options, 'serviceUserId'),
  async addBankAccount(serviceUserId, body, options) {
    await call('addBankAccount', { path: { serviceUserId }, body }, options);
  },
  async addAddress(serviceUserId, body, options) {
    await call('addAddress', { path: { serviceUserId }, body }, options);
  },
});
