import { nodeRange } from './package-manifest.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { SandboxStartError } from './start-error.ts';

/** Whether this is no build. `npm start` runs the sources, brings their Node, and installs nothing that a build has in it. */
const isSource = import.meta.url.endsWith('.ts');

/**
 * Starts the whole service in this process. Throws a SandboxStartError if Node is too old, the store can't be opened, the port
 * is taken, the host is not loopback and there is no control token, or an option does not take its value.
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
