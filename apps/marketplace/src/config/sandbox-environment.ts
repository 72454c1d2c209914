import type { Credentials } from '@escrow-kit/sandbox';

/** The environment variables for `readConfig` that point the shop to a sandbox. One origin serves all hosts. */
export const sandboxEnvironment = (url: string, credentials: Credentials): Record<string, string> => ({
  ESCROW_CONTRACT_URL: url,
  ESCROW_AUTH_URL: url,
  ESCROW_IDENTITY_URL: url,
  ESCROW_SDK_URL: url,
  ESCROW_CHECKOUT_HOSTS: url,
  ESCROW_CLIENT_ID: credentials.clientId,
  ESCROW_CLIENT_SECRET: credentials.clientSecret,
  ESCROW_ORGANIZATION_TOKEN: credentials.tokens.organization,
  ESCROW_CLIENT_ADMIN_TOKEN: credentials.tokens.clientAdmin,
  ESCROW_WEBHOOK_SECRET: credentials.webhookSecret,
  ESCROW_BROKER_PHONE: '+966500000099',
});
