import type { ControlSchema } from '@escrow-kit/sandbox-control';

/** The agreement of the operator with an organization at onboarding, set here through the control API. */
export type Settings = ControlSchema<'Settings'>;

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
