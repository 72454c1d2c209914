import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** Node 20, which starts a program as `command ...args file`. */
export interface OldestNode {
  name: string;
  command: string;
  args: string[];
}

/** Node 20 has one package for each platform. Undefined if there is none for this one. */
export const oldestNode: OldestNode | undefined = findNode(`node-${process.platform}-${process.arch}`);

function findNode(packageName: string): OldestNode | undefined {
  try {
    const folder = dirname(require.resolve(`${packageName}/package.json`));
    return { name: 'Node 20', command: join(folder, 'bin/node'), args: [] };
  } catch {
    return undefined;
  }
}
