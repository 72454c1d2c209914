import type { components } from '../generated/schema.ts';
import type { AnswerBody, SuccessBody } from '../operation-types.ts';
import type { CallOptions } from '../options.ts';

type Schemas = components['schemas'];

/** The deprecated calls. They keep working; each names its replacement (LEGACY-4). */
export interface Legacy {
  /**
   * Signs a user up. Takes the legacy app token (AUTH-9). `clientUserToken` is the customer's password for getting the
   * legacy customer token, and not that token: store it encrypted, never log it, never show it to a browser, so never in a
   * checkout URL (LEGACY-1, LEGACY-2). How it becomes a customer token is not shown.
   * @deprecated Use `customers.register`.
   */
  signUp(user: Schemas['LegacySignUpRequest'], options?: CallOptions): Promise<AnswerBody<'legacySignUp', 200>['data']>;
  /**
   * Adds an IBAN. Takes the legacy user token; host, body and answer are not shown (LEGACY-3).
   * @deprecated Use `customers.addBankAccount`.
   */
  addIban(
    userId: string,
    body: Schemas['LegacyAddIbanRequest'],
    options?: CallOptions,
  ): Promise<SuccessBody<'legacyAddIban'>>;
  /**
   * Adds an address. Takes the legacy user token; host, body and answer are not shown (LEGACY-3).
   * @deprecated Use `customers.addAddress`.
   */
  addAddress(
    userId: string,
    body: Schemas['LegacyAddAddressRequest'],
    options?: CallOptions,
  ): Promise<SuccessBody<'legacyAddAddress'>>;
}
