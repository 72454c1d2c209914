import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Node 20; start a program with `command ...args file`. */
export interface OldestNode {
  name: string;
  command: string;
  args: string[];
}

/** Node 20 for this platform; undefined if npm has no package of it. */
export const oldestNode: OldestNode | undefined = findNode(`node-${process.platform}-${process.arch}`);

function findNode(packageName: string): OldestNode | undefined {
  try {
    const folder = dirname(require.resolve(`${packageName}/package.json`));
    return { name: 'Node 20', command: join(folder, 'bin/node'), args: [] };
  } catch {
    return undefined;
  }
}
