import type { Sandbox } from '../../src/index.ts';

/** A sandbox used through a new tenant, created for a test. */
export async function createTenantSandbox(sandbox: Sandbox, id?: string): Promise<Sandbox> {
  return { ...sandbox, ...(await sandbox.control.createTenant(id)) };
}
