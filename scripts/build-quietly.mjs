import { spawnSync } from 'node:child_process';
import { guardProcess } from '../tools/suite/src/process-guard/guard-process.mjs';

// Runs a turbo task, in one workspace or all, and prints its output only if it fails.
const [task, workspace] = process.argv.slice(2);
// Ends the build together with this process's caller, so that no later command runs.
await guardProcess();
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
