import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { variablesOf } from '../support/run-command.ts';

/** A file of the repository. */
export const pathOf = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

/** A sandbox in a process of its own. */
export interface OverlaidSandbox {
  /** The variables of `verify` for it. */
  variables: Record<string, string>;
  close(): Promise<void>;
}

/** Starts a sandbox that behaves as the deployment of an overlay. */
export async function startOverlaidSandbox(overlay: string): Promise<OverlaidSandbox> {
  const args = [pathOf('apps/sandbox/src/command.ts'), '--overlay', overlay, '--port', '0', '--json'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const close = async () => {
    child.kill();
    await once(child, 'exit');
  };
  for await (const line of createInterface(child.stdout)) {
    const { url, credentials } = JSON.parse(line);
    return { variables: { ...variablesOf(credentials), ESCROW_URL: url, ESCROW_CONTROL_URL: url }, close };
  }
  throw new Error('The sandbox ended before it had started.');
}
