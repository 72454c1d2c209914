import type { Integer } from './shared.ts';

/** Settings that the operator makes at onboarding. */
export interface SettingsCalls {
  /** Returns the settings. */
  getSettings: { route: 'GET /_sandbox/tenants/{tenant}/settings'; answer: Settings };
  /** Changes the given settings. */
  changeSettings: { route: 'PUT /_sandbox/tenants/{tenant}/settings'; body: SettingsChange; answer: Settings };
  /** Returns the webhook endpoint, without user name, password and query values (HOOK-6). */
  getWebhook: { route: 'GET /_sandbox/tenants/{tenant}/webhook'; answer: WebhookAddress };
  /**
   * Sets the webhook endpoint and the secret that signs events.
   *
   * An omitted field stays unchanged (HOOK-6).
   */
  setWebhook: { route: 'PUT /_sandbox/tenants/{tenant}/webhook'; body: Webhook; answer: WebhookAddress };
}

/** Settings of an organization, agreed at onboarding. */
export interface Settings {
  /**
   * The name of the shop at the checkout.
   * @pattern \S
   * @maxLength 100
   * @remedy Name the organization with 1 to 100 characters.
   */
  organizationName: string;
  /** Whether parties have to accept before a payment can start (STATE-3). Default: false, so they join at once. */
  invitations: boolean;
  /**
   * The payment methods at the checkout (PAY-2).
   * @minItems 1
   * @maxItems 50
   */
  paymentMethods: PaymentMethod[];
  /**
   * Fraction of itemPrice that the service takes from the organization's wallet (MILESTONE-4). Default: 0.04.
   * @minimum 0
   * @maximum 1
   */
  feePercentage: number;
  /**
   * The time-out for a receiver's answer (HOOK-3). Default: 10,000.
   * @minimum 1
   * @maximum 600000
   */
  webhookTimeoutInMs: Integer;
  /**
   * The rate limit of the Users API (UAPI-6). Default: 100, as in the service's sandbox.
   * @minimum 1
   * @maximum 1000000000
   */
  usersApiRequestsPerMinute: Integer;
  /**
   * How many requests the log stores, approximately. Older ones are removed. Default: 100,000.
   * @minimum 1
   * @maximum 10000000
   */
  requestLogLimit: Integer;
  settlement: Settlement;
}

/**
 * @pattern ^[^,\s][^,]*$
 * @maxLength 64
 * @remedy Name a payment method without a comma, such as MANUAL_BANK_TRANSFER.
 */
type PaymentMethod = string;

export interface Settlement {
  /** Releases and completes paid milestones after the delays. Default: false: use the control API. */
  automatic: boolean;
  /**
   * Delay from the payment to the release. Default: 0.
   * @minimum 0
   * @maximum 3153600000
   */
  releaseAfterInSeconds: number;
  /**
   * Delay from the release to the completion. Default: 0.
   * @minimum 0
   * @maximum 3153600000
   */
  completeAfterInSeconds: number;
  /** How receivers are paid. A bank transfer needs an address in addition to the bank account (ADDR-2). */
  cashOut: 'BANK_TRANSFER' | 'OTHER';
}

/** @additionalProperties false */
export interface SettingsChange extends Partial<Omit<Settings, 'settlement'>> {
  /** @additionalProperties false */
  settlement?: Partial<Settlement>;
}

/**
 * @additionalProperties false
 * @minProperties 1
 */
export interface Webhook {
  /**
   * The webhook endpoint, or null for none.
   * @format uri
   * @pattern ^https?://
   * @maxLength 2048
   * @remedy Send an address that begins with http:// or https://, or null.
   */
  url?: string | null;
  /**
   * The key of the signature (HOOK-2).
   * @minLength 1
   * @maxLength 256
   */
  secret?: string;
}

export interface WebhookAddress {
  /** Null if none is set. */
  url: string | null;
}
