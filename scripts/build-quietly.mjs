import { spawnSync } from 'node:child_process';

// Runs a turbo task, in one workspace or all, and prints its output only if it fails.
const [task, workspace] = process.argv.slice(2);
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
