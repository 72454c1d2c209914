/**
 * Phones that force an outcome, in every tenant at any time: nothing is stored for them, so they are looked up where the outcome is
 * decided. Our choice: not shown.
 */
export const knownPhones = {
  /** Declines the organization as soon as it is linked, so its ticket is refused (TICKET-3). */
  declinesConsent: '+966599990001',
  /** Pays by bank transfer, whatever way is chosen, so the milestone is not paid at once (PAY-2). */
  paysByBankTransfer: '+966599990002',
  /** Has no bank account even after one was added, so a release to it is refused (BANK-3). */
  hasNoBankAccount: '+966599990003',
} as const;
