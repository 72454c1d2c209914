import type { Sandbox } from '../../src/index.ts';

/** The sandbox as another tenant of it has it, created for a test. */
export async function createTenantSandbox(sandbox: Sandbox, id?: string): Promise<Sandbox> {
  return { ...sandbox, ...(await sandbox.control.createTenant(id)) };
}
