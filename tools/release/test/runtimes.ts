import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installProject } from './other-tools.ts';

/** An installed JavaScript runtime; run a program with `command ...args file`. */
interface Runtime {
  name: string;
  command: string;
  args: string[];
}

/** The runtimes besides Node 20. */
export interface Runtimes {
  runtimes: Runtime[];
  /** The command of workerd, which runs a configuration instead of a program. */
  workerd: string;
}

/** Installs Node 22, Bun, Deno and workerd in a new folder. */
export async function installRuntimes(folder: string): Promise<Runtimes> {
  await installProject('other-runtimes', folder);
  const fileOf = (path: string): string => join(folder, 'node_modules', path);
  const node22 = fileOf(`node-${process.platform}-${process.arch}/bin/node`);
  return {
    runtimes: [
      ...(existsSync(node22) ? [{ name: 'Node 22', command: node22, args: [] }] : []),
      { name: 'Node 24', command: process.execPath, args: [] },
      { name: 'Bun', command: fileOf('bun/bin/bun.exe'), args: ['run'] },
      { name: 'Deno', command: fileOf('deno/bin.cjs'), args: ['run', '--allow-all'] },
    ],
    workerd: fileOf('workerd/bin/workerd'),
  };
}
