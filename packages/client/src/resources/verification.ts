import type { Call } from '../calls/call.ts';
import type { OtpValidation, ValidateOtpRequest } from '../generated/schema.ts';
import type { CallOptions } from '../transport/call-options.ts';

/**
 * National identity and one-time passwords. Takes the legacy user token or the client admin token: which one is
 * unconfirmed, so the one that is set is sent, and `options.token` chooses where both are (AUTH-8).
 */
export interface Verification {
  /**
   * Submits a national id of exactly 10 digits; a one-time password goes to the phone registered with it (ID-1).
   * @param userId Of the user; whether it is the serviceUserId is not shown.
   */
  submitNationalId(userId: number | string, nationalId: string, options?: CallOptions): Promise<void>;
  /** Says whether a one-time password is valid (ID-2). */
  validateOtp(otp: ValidateOtpRequest, options?: CallOptions): Promise<OtpValidation>;
}

/** Creates the calls. */
export const createVerification = (call: Call): Verification => ({
  async submitNationalId(userId, nationalId, options) {
    await call('submitNationalId', { path: { userId }, body: { nationalId } }, options);
  },
  validateOtp: async (body, options) => (await call('validateOtp', { body }, options, 'data.valid')).data,
});
