import type { components } from '../generated/schema.ts';
import type { SuccessBody } from '../operation-types.ts';
import type { CallOptions } from '../options.ts';

/**
 * National identity and one-time passwords. Takes the legacy user token or the client admin token: which one is
 * unconfirmed, so the one that is set is sent, and `options.token` chooses where both are (AUTH-8).
 */
export interface Identity {
  /** Submits a national id of exactly 10 digits; a one-time password goes to the phone registered with it (ID-1). */
  submitNationalId(userId: string, nationalId: string, options?: CallOptions): Promise<SuccessBody<'submitNationalId'>>;
  /** Says whether a one-time password is valid (ID-2). */
  validateOtp(
    otp: components['schemas']['ValidateOtpRequest'],
    options?: CallOptions,
  ): Promise<components['schemas']['OtpValidation']>;
}
