import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** An installed JavaScript runtime. It runs a program as `command ...args file`. */
export interface Runtime {
  name: string;
  command: string;
  args: string[];
}

const fileOf = (packageName: string, file: string): string =>
  join(dirname(require.resolve(`${packageName}/package.json`)), file);

/** Node has one package for each platform. If there is none for this one, Node 22 is left out. */
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

/** The program of workerd, which runs a configuration rather than a program. */
export const workerd: string = fileOf('workerd', 'bin/workerd');
