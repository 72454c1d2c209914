import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/** The program of Node 22.13 for this platform; undefined if npm has no package of it. */
export const oldestNode: string | undefined = findNode(`node-${process.platform}-${process.arch}`);

function findNode(packageName: string): string | undefined {
  try {
    return join(dirname(require.resolve(`${packageName}/package.json`)), 'bin/node');
  } catch {
    return undefined;
  }
}
