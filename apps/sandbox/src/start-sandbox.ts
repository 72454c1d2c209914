import { nodeRange } from './package-manifest.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { SandboxStartError } from './sandbox-start-error.ts';

/**
 * Starts the whole service in this process. Throws a SandboxStartError where Node is too old, the store can't be opened, the
 * port is taken, or a host that is not loopback comes without a control token.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { startService } = await loadService();
  return (await startService(options)).sandbox;
}

/** An older Node can't load it, and still uses the rest of this package: the control of a sandbox in another process. */
async function loadService(): Promise<typeof import('./start-service.ts')> {
  try {
    return await import('./start-service.ts');
  } catch (error) {
    const { describeOldNode } = await import('@escrow-kit/node-version');
    const oldNode = describeOldNode(nodeRange);
    throw oldNode ? new SandboxStartError(oldNode) : error;
  }
}
