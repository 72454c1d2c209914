import type { Verifier } from '@pact-foundation/pact';
import { type Provider, runVerifier } from './verify-with-pact.ts';

/** Which versions of consumers a broker selects, as Pact's documentation describes it. */
export type ConsumerVersionSelector = NonNullable<
  ConstructorParameters<typeof Verifier>[0]['consumerVersionSelectors']
>[number];

/** Which published pacts to verify, and for which version of the service. */
export interface VerifyPublishedOptions extends Provider {
  /** The broker. Pact reads PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD. */
  brokerUrl: string;
  /** The version of the service that is verified. */
  providerVersion: string;
  /** The branch of that version. A pact that no version of it has passed yet is pending: if it fails, nothing is rejected. */
  providerBranch: string;
  /** Default: the main branch of each consumer, its branch of the same name, and what is deployed or released. */
  selectors?: readonly ConsumerVersionSelector[] | undefined;
  /** Verify the work in progress of other branches, too, from this date on, such as `2030-01-01`. Default: no. */
  wipSince?: string | undefined;
  /** Record the results in the broker. Default: false. */
  publishes?: boolean | undefined;
}

const defaultSelectors: readonly ConsumerVersionSelector[] = [
  { mainBranch: true },
  { matchingBranch: true },
  { deployedOrReleased: true },
];

/**
 * Verifies the pacts that consumers published with Pact's own verifier, which prints what it finds, and sets up states as
 * `verifyWithPact` does. Rejects if a pact that is not pending fails, or if the broker has none.
 */
export function verifyPublished({
  providerUrl,
  statesUrl,
  brokerUrl,
  providerVersion,
  providerBranch,
  selectors = defaultSelectors,
  wipSince,
  publishes = false,
}: VerifyPublishedOptions): Promise<string> {
  return runVerifier(
    { providerUrl, statesUrl },
    {
      pactBrokerUrl: brokerUrl,
      providerVersion,
      providerVersionBranch: providerBranch,
      consumerVersionSelectors: [...selectors],
      enablePending: true,
      failIfNoPactsFound: true,
      publishVerificationResult: publishes,
      ...(wipSince !== undefined && { includeWipPactsSince: wipSince }),
    },
  );
}
