import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** A JavaScript runtime that is installed here, and starts a program as `command ...args file`. */
export interface Runtime {
  name: string;
  command: string;
  args: string[];
}

const fileOf = (packageName: string, file: string): string =>
  join(dirname(require.resolve(`${packageName}/package.json`)), file);

/** Node's package has a name for each platform: where there is none for this one, Node 22 is left out. */
function node22(): Runtime[] {
  try {
    return [{ name: 'Node 22', command: fileOf(`node-${process.platform}-${process.arch}`, 'bin/node'), args: [] }];
  } catch {
    return [];
  }
}

/** The runtimes that are installed, the Node that runs this among them. */
export const runtimes: readonly Runtime[] = [
  ...node22(),
  { name: `Node ${process.versions.node.split('.')[0]}`, command: process.execPath, args: [] },
  { name: 'Bun', command: fileOf('bun', 'bin/bun.exe'), args: ['run'] },
  { name: 'Deno', command: fileOf('deno', 'bin.cjs'), args: ['run', '--allow-all'] },
];

/** The file of workerd, which starts a configuration and not a program. */
export const workerd: string = fileOf('workerd', 'bin/workerd');
