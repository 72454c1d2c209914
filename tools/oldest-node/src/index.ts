import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Node 20, which starts a program as `command ...args file`. */
export interface OldestNode {
  name: string;
  command: string;
  args: string[];
}

/** The package of Node 20 has a name for each platform: undefined where there is none for this one. */
export const oldestNode: OldestNode | undefined = findNode(`node-${process.platform}-${process.arch}`);

function findNode(packageName: string): OldestNode | undefined {
  try {
    const folder = dirname(require.resolve(`${packageName}/package.json`));
    return { name: 'Node 20', command: join(folder, 'bin/node'), args: [] };
  } catch {
    return undefined;
  }
}
