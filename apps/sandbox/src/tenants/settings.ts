/** What the operator agrees with an organization at onboarding, set here through the control API. */
export interface Settings {
  /** Parties have to accept before a payment can start (STATE-3). Default: false, they join at once. */
  invitations: boolean;
  /** Methods that the checkout offers (PAY-2). */
  paymentMethods: string[];
  /** Fraction of `itemPrice` that the service takes from the organization's wallet (MILESTONE-4). */
  feePercentage: number;
  settlement: {
    /** Releases and completes paid milestones after the delays below. Default: false, the control API does. */
    automatic: boolean;
    releaseAfterInSeconds: number;
    completeAfterInSeconds: number;
    /** How receivers are paid. A bank transfer needs an address beside the bank account (ADDR-2). */
    cashOut: 'BANK_TRANSFER' | 'OTHER';
  };
}

/** What a new tenant has. Our choice: not shown. */
export const defaultSettings: Settings = {
  invitations: false,
  paymentMethods: ['CREDIT_CARD', 'MANUAL_BANK_TRANSFER'],
  feePercentage: 0.04,
  settlement: {
    automatic: false,
    releaseAfterInSeconds: 0,
    completeAfterInSeconds: 0,
    cashOut: 'BANK_TRANSFER',
  },
};
