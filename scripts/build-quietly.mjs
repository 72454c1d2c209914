import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// Runs a turbo task, in one workspace or all, and prints its output only if it fails.
const [task, workspace] = process.argv.slice(2);
const isFirst = !existsSync(new URL('../apps/sandbox/dist', import.meta.url));
if (isFirst) process.stderr.write('Building. The first time takes about 20 seconds.\n');
const { status, stdout, stderr, error } = spawnSync(
  'turbo',
  ['run', task, ...(workspace ? [`--filter=${workspace}`] : [])],
  {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  },
);
if (status !== 0) process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}\n`);
process.exitCode = status ?? 1;
