import type { Integer, List, ListQuery, Timestamp, UserId } from './shared.ts';

/** Users, their consent, one-time passwords and legacy tokens. */
export interface PeopleCalls {
  /** Lists users by phone number. */
  listUsers: { route: 'GET /_sandbox/tenants/{tenant}/users'; query?: ListQuery; answer: UserPage };
  /**
   * Grants, declines or withdraws the consent of a linked user.
   *
   * Replaces the consent link and the organization's own screen (USER-3, USER-4).
   */
  setConsent: { route: 'PUT /_sandbox/tenants/{tenant}/consents/{phoneNumber}'; body: Consent; answer: UserConsent };
  /** Lists the one-time passwords that a phone received, newest first. */
  listOtps: { route: 'GET /_sandbox/tenants/{tenant}/otps/{phoneNumber}'; answer: OtpList };
  /**
   * Issues a legacy customer token of a linked user.
   *
   * For the legacy checkout (`userTokenUrl`) and the script's `userToken` (AUTH-10). It is returned once; earlier ones stay valid. How
   * the service issues one is not shown.
   */
  issueCustomerToken: {
    route: 'POST /_sandbox/tenants/{tenant}/customer-tokens/{phoneNumber}';
    answer: CustomerToken;
  };
}

export type ConsentStatus = 'PENDING' | 'GRANTED' | 'DECLINED';

/** @additionalProperties false */
export interface Consent {
  status: ConsentStatus;
}

export interface UserConsent {
  phoneNumber: string;
  status: ConsentStatus;
}

export interface CustomerToken {
  phoneNumber: string;
  /** A secret: it opens the checkout for the user's payments. */
  customerToken: string;
}

export interface User {
  userId: UserId;
  phoneNumber: string;
  firstName: string | null;
  lastName: string | null;
  consent: ConsentStatus;
  /** How many the user has (BANK-3). */
  bankAccounts: Integer;
  /** How many the user has (ADDR-2). */
  addresses: Integer;
  isIdentityVerified: boolean;
  createdAt: Timestamp;
}

export interface UserPage extends List {
  users: User[];
}

export interface OtpList {
  otps: {
    type: 'SERVICE_OTP' | 'NATIONAL_ID_OTP';
    /** The password that the user types in. */
    otp: Integer;
    expiresAt: Timestamp;
    usedAt: Timestamp | null;
    createdAt: Timestamp;
  }[];
}
