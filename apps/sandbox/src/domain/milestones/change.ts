import type { Tenant } from '../tenants/tenant.ts';

/** A change of one milestone, at a time on the tenant's clock in milliseconds since 1970. */
export interface MilestoneChange {
  tenant: Tenant;
  milestoneId: string;
  now: number;
}
