import { createControl } from '@escrow-kit/sandbox-control';
import { beforeAll } from 'vitest';
import { findTenant, type Tenant } from '../../src/domain/tenants.ts';
import type { Sandbox, SandboxOptions } from '../../src/sandbox.ts';
import type { ServerContext } from '../../src/server/server-context.ts';
import { startService } from '../../src/start-service.ts';
import { quickFetch } from './http.ts';

/** A running sandbox with its inner parts. */
export interface StartedService {
  sandbox: Sandbox;
  service: ServerContext;
}

/** A sandbox in memory, with its inner parts, which runs during the tests of the enclosing block. */
export function startedService(options: SandboxOptions = {}): () => StartedService {
  let started: StartedService;
  beforeAll(async () => {
    const { service, sandbox } = await startService({ validateResponses: true, ...options });
    const control = createControl(sandbox.url, { controlToken: options.controlToken, fetch: quickFetch });
    started = { service, sandbox: { ...sandbox, control } };
    return () => started.sandbox.close();
  });
  return () => started;
}

/** The present default tenant. */
export function defaultTenant({ store }: Pick<ServerContext, 'store'>): Tenant {
  const tenant = findTenant(store, 'default');
  if (!tenant) throw new Error('There is no default tenant.');
  return tenant;
}

/** A sandbox in memory, started before the tests of the enclosing block and closed after them. */
export function startedSandbox(options: SandboxOptions = {}): () => Sandbox {
  const started = startedService(options);
  return () => started().sandbox;
}

/** A sandbox used through a new tenant, created for a test. */
export async function createTenantSandbox(sandbox: Sandbox, id?: string): Promise<Sandbox> {
  return { ...sandbox, ...(await sandbox.control.createTenant(id)) };
}
