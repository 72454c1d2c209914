import { nodeRange } from './package-manifest.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { SandboxStartError } from './sandbox-start-error.ts';

/**
 * Starts the whole service in this process. Throws a SandboxStartError if Node is too old, the store can't be opened, the port
 * is taken, the host is not loopback and there is no control token, or an origin of `allowOrigins` can't be allowed.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { startService } = await loadService();
  return (await startService(options)).sandbox;
}

/** Loaded on use, because an older Node can't load it but may use the rest of this package: the control of another process. */
async function loadService(): Promise<typeof import('./start-service.ts')> {
  try {
    return await import('./start-service.ts');
  } catch (error) {
    const { describeOldNode } = await import('@escrow-kit/shared/describe-old-node');
    const oldNode = describeOldNode(nodeRange);
    throw oldNode ? new SandboxStartError(oldNode) : error;
  }
}
