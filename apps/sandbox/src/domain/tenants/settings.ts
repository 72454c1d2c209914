/** The agreement of the operator with an organization at onboarding, set here through the control API. */
export interface Settings {
  /** The organization's name at the checkout. */
  organizationName: string;
  /** Whether parties have to accept before a payment can start (STATE-3). */
  invitations: boolean;
  /** The methods that the checkout offers (PAY-2). */
  paymentMethods: string[];
  /** Fraction of itemPrice that the service takes from the organization's wallet (MILESTONE-4). */
  feePercentage: number;
  /** The time limit of a receiver of webhooks (HOOK-3). */
  webhookTimeoutInMs: number;
  /** The rate limit of the Users API (UAPI-6). */
  usersApiRequestsPerMinute: number;
  /** About how many requests the log keeps; older ones are removed. */
  requestLogLimit: number;
  settlement: Settlement;
}

/** The settlement of paid milestones. */
interface Settlement {
  /** Whether paid milestones are released and completed after the delays; otherwise the control API has to. */
  automatic: boolean;
  /** The delay from the payment to the release. */
  releaseAfterInSeconds: number;
  /** The delay from the release to the completion. */
  completeAfterInSeconds: number;
  /** How receivers are paid. A bank transfer needs an address beside the bank account (ADDR-2). */
  cashOut: 'BANK_TRANSFER' | 'OTHER';
}

/** The fields to change. */
export type SettingsChange = Partial<Omit<Settings, 'settlement'>> & { settlement?: Partial<Settlement> };

/** The settings of a new tenant. Our choice: not shown. */
export const defaultSettings: Settings = {
  organizationName: 'Sandbox Shop',
  invitations: false,
  paymentMethods: ['CREDIT_CARD', 'MANUAL_BANK_TRANSFER'],
  feePercentage: 0.04,
  webhookTimeoutInMs: 10_000,
  usersApiRequestsPerMinute: 100,
  requestLogLimit: 100_000,
  settlement: {
    automatic: false,
    releaseAfterInSeconds: 0,
    completeAfterInSeconds: 0,
    cashOut: 'BANK_TRANSFER',
  },
};
