import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** An installed JavaScript runtime; run a program with `command ...args file`. */
export interface Runtime {
  name: string;
  command: string;
  args: string[];
}

const fileOf = (packageName: string, file: string): string =>
  join(dirname(require.resolve(`${packageName}/package.json`)), file);

/** Node 22 for this platform; empty if npm has no package of it. */
function node22(): Runtime[] {
  try {
    return [{ name: 'Node 22', command: fileOf(`node-${process.platform}-${process.arch}`, 'bin/node'), args: [] }];
  } catch {
    return [];
  }
}

/** The installed runtimes, including the Node that runs this. */
export const runtimes: readonly Runtime[] = [
  ...node22(),
  { name: `Node ${process.versions.node.split('.')[0]}`, command: process.execPath, args: [] },
  { name: 'Bun', command: fileOf('bun', 'bin/bun.exe'), args: ['run'] },
  { name: 'Deno', command: fileOf('deno', 'bin.cjs'), args: ['run', '--allow-all'] },
];

/** The command of workerd, which runs a configuration instead of a program. */
export const workerd: string = fileOf('workerd', 'bin/workerd');
