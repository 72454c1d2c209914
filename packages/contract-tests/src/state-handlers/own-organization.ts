import type { CreatedTenant } from '@escrow-kit/sandbox-control';
import { type Deployment, hasOwnTenant } from '../deployment/deployment.ts';
import { credentialsOf, openControl } from './context.ts';

/**
 * Creates an organization for one run in a sandbox, so that runs share no limits and no data. Undefined if the deployment is no
 * sandbox, or if a tenant is named: its settings and credentials are what to check.
 */
export async function createOwnOrganization(deployment: Deployment): Promise<CreatedTenant | undefined> {
  const { control } = deployment;
  return control && hasOwnTenant(deployment) ? openControl(control).createTenant() : undefined;
}

/** The deployment with this organization instead of the given one, whose administrator it does not know. */
export function useOrganization(deployment: Deployment, organization: CreatedTenant): Deployment {
  const { control } = deployment;
  return {
    ...deployment,
    credentials: credentialsOf(organization),
    control: control && { ...control, tenant: organization.control.tenant },
    administratorPhone: undefined,
  };
}
