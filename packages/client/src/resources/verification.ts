import type { Call } from '../calls/call.ts';
import type { OtpValidation, ValidateOtpRequest } from '../document/schemas.ts';
import type { CallOptions } from '../transport/call-options.ts';

/**
 * National identity and one-time passwords. Takes the legacy user token or the client admin token; which one is unconfirmed. The
 * client sends the one that is set; if both are, `options.token` chooses (AUTH-8).
 */
export interface Verification {
  /**
   * Submits a national id of exactly 10 digits; a one-time password goes to the phone registered with it (ID-1).
   * @param userId The id of the user. Whether it is the serviceUserId is not shown.
   */
  submitNationalId(userId: number | string, nationalId: string, options?: CallOptions): Promise<void>;
  /** Checks whether a one-time password is valid (ID-2). */
  validateOtp(otp: ValidateOtpRequest, options?: CallOptions): Promise<OtpValidation>;
}

/** Creates the calls. */
export const createVerification = (call: Call): Verification => ({
  async submitNationalId(userId, nationalId, options) {
    await call('submitNationalId', { path: { userId }, body: { nationalId } }, options);
  },
  validateOtp: async (body, options) => (await call('validateOtp', { body }, options, 'data.valid')).data,
});
