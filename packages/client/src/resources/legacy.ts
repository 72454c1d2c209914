import type { Call } from '../calls/call.ts';
import type { AnswerBody } from '../document/operation-types.ts';
import type { LegacyAddAddressRequest, LegacyAddIbanRequest, LegacySignUpRequest } from '../document/schemas.ts';
import type { CallOptions } from '../transport/call-options.ts';

type SignUpAnswer = AnswerBody<'legacySignUp', 200>['data'];

/** A user who signed up. `clientUserToken` is a password: see {@link Legacy.signUp}. */
export interface SignedUpUser extends SignUpAnswer {}

/** The deprecated calls. They keep working; each names its replacement (LEGACY-4). */
export interface Legacy {
  /**
   * Signs a user up. Takes the legacy app token (AUTH-9). `clientUserToken` is not the legacy customer token, but the customer's
   * password for getting it: store it encrypted, never log it, and never send it to a browser, so never put it into a checkout URL
   * (LEGACY-1, LEGACY-2). How to get a customer token with it is not shown.
   * @deprecated Use `customers.register`.
   */
  signUp(user: LegacySignUpRequest, options?: CallOptions): Promise<SignedUpUser>;
  /**
   * Adds an IBAN. Takes the legacy user token; host, body and answer are not shown (LEGACY-3).
   * @deprecated Use `customers.addBankAccount`.
   */
  addIban(userId: number | string, body: LegacyAddIbanRequest, options?: CallOptions): Promise<void>;
  /**
   * Adds an address. Takes the legacy user token; host, body and answer are not shown (LEGACY-3).
   * @deprecated Use `customers.addAddress`.
   */
  addAddress(userId: number | string, body: LegacyAddAddressRequest, options?: CallOptions): Promise<void>;
}

/** Creates the calls. */
export const createLegacy = (call: Call): Legacy => ({
  signUp: async (body, options) =>
    (await call('legacySignUp', { body }, options, 'data.id', 'data.clientUserToken')).data,
  async addIban(id, body, options) {
    await call('legacyAddIban', { path: { id }, body }, options);
  },
  async addAddress(id, body, options) {
    await call('legacyAddAddress', { path: { id }, body }, options);
  },
});
