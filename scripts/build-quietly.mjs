import { spawnSync } from 'node:child_process';
import { guardProcess } from '../tools/process-guard/src/guard-process.mjs';

// Runs a task of turbo, of one workspace or of all, and shows its output only if it fails, so that the next command has the output to itself.
const [task, workspace] = process.argv.slice(2);
// The build ends with whoever has started it, and nothing follows it then.
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
