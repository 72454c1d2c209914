import { describeOldNode } from '@escrow-kit/shared/this-machine';
import type { Deployment } from '../deployment/deployment.ts';
import { addInputs, createSecrets } from '../deployment/secrets.ts';
import { nodeRange } from '../package/package-manifest.ts';
import { readKitPacts, type Selection, selectInteractions } from '../pacts/pacts.ts';
import { createReport, type Report } from '../report/report.ts';
import { createOwnOrganization, useOrganization } from '../states/context.ts';
import { type VerifyOptions, verify } from './verify.ts';

/** Options of a verification, with the checks to make. */
export interface VerifyDeploymentOptions
  extends Selection,
    Pick<VerifyOptions, 'timeoutInMs' | 'runTimeoutInMs' | 'onStart' | 'signal'> {}

/**
 * Checks a deployment and reports each rule. Creates customers and contracts there, in a sandbox in a new tenant unless one is named.
 * If the run is stopped or the deployment does not answer, the result is `incomplete`, and rules without a check are `not
 * checkable`. Rejects only if Pact cannot run, or on a Node older than 24.18.
 */
export async function verifyDeployment(
  deployment: Deployment,
  { timeoutInMs, runTimeoutInMs, onStart, signal, ...selection }: VerifyDeploymentOptions = {},
): Promise<Report> {
  const oldNode = describeOldNode(nodeRange);
  if (oldNode) throw new Error(oldNode);
  const pacts = readKitPacts().map((pact) => selectInteractions(pact, selection));
  const startedAt = new Date();
  const organization = await createOwnOrganization(deployment);
  const secrets = createSecrets();
  addInputs(secrets, deployment);
  secrets.add(organization?.credentials.webhookSecret);
  try {
    const used = organization ? useOrganization(deployment, organization) : deployment;
    const options = { timeoutInMs, runTimeoutInMs, secrets, onStart, signal };
    const verification = await verify({ pacts, deployment: used, ...options });
    return createReport(verification, { deployment, selection, startedAt, endedAt: new Date() });
  } finally {
    await Promise.allSettled([organization?.control.deleteTenant()]);
  }
}
