import { nodeRange } from './package-manifest.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { SandboxStartError } from './start-error.ts';

/** Whether this is the source, not a build. `npm start` runs the sources with their own Node and without the packages of a build. */
const isSource = import.meta.url.endsWith('.ts');

/**
 * Starts the sandbox in this process. Throws a SandboxStartError if Node is too old, the store cannot be opened, the port is taken, the
 * host is not loopback and there is no control token, or an option has a wrong value.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  if (!isSource) {
    const { describeOldNode } = await import('@escrow-kit/shared/this-machine');
    const oldNode = describeOldNode(nodeRange);
    if (oldNode) throw new SandboxStartError(oldNode);
  }
  // Loaded on use: who only controls another process needs no SQLite.
  const { startService } = await import('./start-service.ts');
  return (await startService(options)).sandbox;
}
