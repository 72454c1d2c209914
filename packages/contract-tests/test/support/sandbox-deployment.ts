import type { Sandbox } from '@escrow-kit/sandbox';
import { type RuleImplementations, shippedRules, startService } from '@escrow-kit/sandbox/testing';
import { onTestFinished } from 'vitest';
import type { Deployment } from '../../src/deployment/deployment.ts';
import { credentialsOf } from '../../src/states/context.ts';
import { allHostsAt } from './serve.ts';

/** More than a run needs, so that only one state meets the limit of the Users API. */
export const usersApiRequestsPerMinute = 100_000;

/** A sandbox as a deployment in which everything can be checked. */
export async function deploymentOf({ url, credentials, control }: Sandbox): Promise<Deployment> {
  await control.changeSettings({ usersApiRequestsPerMinute });
  return { hosts: allHostsAt(url), control: { url }, credentials: credentialsOf({ credentials }) };
}

/** Starts a sandbox until the test ends, perhaps with other implementations of rules. */
export async function startDeployment(
  replace: (shipped: RuleImplementations) => Partial<RuleImplementations> = () => ({}),
): Promise<Awaited<ReturnType<typeof startService>> & { deployment: Deployment }> {
  const started = await startService({}, { ...shippedRules, ...replace(shippedRules) });
  onTestFinished(() => started.sandbox.close());
  return { ...started, deployment: await deploymentOf(started.sandbox) };
}
