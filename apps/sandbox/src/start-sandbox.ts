import { describeOldNode } from '@escrow-kit/node-version';
import { nodeRange } from './package-manifest.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { SandboxStartError } from './sandbox-start-error.ts';

/**
 * Starts the whole service in this process. Throws a SandboxStartError where Node is too old, the store can't be opened, the
 * port is taken, or a host that is not loopback comes without a control token.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const oldNode = describeOldNode(nodeRange);
  if (oldNode) throw new SandboxStartError(oldNode);
  // An older Node can't load it, and still uses the rest of this package: the control of a sandbox in another process.
  const { startService } = await import('./start-service.ts');
  return (await startService(options)).sandbox;
}
