import type { Integer } from './shared.ts';

/** What the service operator sets at onboarding. */
export interface SettingsCalls {
  /** Returns the settings. */
  getSettings: { route: 'GET /_sandbox/tenants/{tenant}/settings'; answer: Settings };
  /** Changes the settings that are sent and keeps the others. */
  changeSettings: { route: 'PUT /_sandbox/tenants/{tenant}/settings'; body: SettingsChange; answer: Settings };
  /** Returns the address of events, without user name, password and the values of its query (HOOK-6). */
  getWebhook: { route: 'GET /_sandbox/tenants/{tenant}/webhook'; answer: WebhookAddress };
  /**
   * Sets the address of events and the secret that signs them.
   *
   * A field that is left out stays as it is (HOOK-6).
   */
  setWebhook: { route: 'PUT /_sandbox/tenants/{tenant}/webhook'; body: Webhook; answer: WebhookAddress };
}

/** What the operator agrees with an organization at onboarding. */
export interface Settings {
  /**
   * What the buyer reads at the checkout.
   * @pattern \S
   * @maxLength 100
   * @remedy Name the organization with 1 to 100 characters.
   */
  organizationName: string;
  /** Whether parties have to accept before a payment can start (STATE-3). Default: false; they join at once. */
  invitations: boolean;
  /**
   * What the checkout offers (PAY-2).
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
   * How long a receiver of webhooks may take to answer (HOOK-3). Default: 10,000.
   * @minimum 1
   * @maximum 600000
   */
  webhookTimeoutInMs: Integer;
  /**
   * How many requests a minute the Users API takes (UAPI-6). Default: 100, as the service's sandbox.
   * @minimum 1
   * @maximum 1000000000
   */
  usersApiRequestsPerMinute: Integer;
  /**
   * About how many requests the log keeps; older ones are removed. Default: 100,000.
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
  /** Releases and completes paid milestones after the delays. Default: false, so the control API has to. */
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
  /** How receivers are paid. A bank transfer needs an address beside the bank account (ADDR-2). */
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
   * The address that events are sent to, or null if none is set.
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
