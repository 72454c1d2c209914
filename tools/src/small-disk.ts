import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small disk, for tests that fill it up. */
export interface SmallDisk {
  folder: string;
  /** Unmounts it, with its files. */
  remove(): void;
}

/** Mounts a disk in memory. Undefined if this user is not allowed to: it needs root, or `sudo` without a password. */
export function mountSmallDisk(sizeInBytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-small-disk-'));
  const owner = `uid=${process.getuid?.()},gid=${process.getgid?.()}`;
  const isMounted = runAsRoot('mount', ['-t', 'tmpfs', '-o', `size=${sizeInBytes},${owner}`, 'tmpfs', folder]);
  const remove = () => {
    if (isMounted && !runAsRoot('umount', [folder])) {
      throw new Error(`${folder} is still in use. End the process that uses it, then unmount it.`);
    }
    rmdirSync(folder);
  };
  if (isMounted) return { folder, remove };
  remove();
  return undefined;
}

function runAsRoot(command: string, parameters: string[]): boolean {
  const isDone = (name: string, all: string[]) => spawnSync(name, all, { stdio: 'ignore' }).status === 0;
  return isDone(command, parameters) || isDone('sudo', ['-n', command, ...parameters]);
}
