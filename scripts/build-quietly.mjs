import { spawnSync } from 'node:child_process';

// Runs a task of turbo and shows what it prints only where it fails: what runs next has the output to itself.
const [task, workspace] = process.argv.slice(2);
const { status, stdout, stderr, error } = spawnSync('turbo', ['run', task, `--filter=${workspace}`], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
});
if (status !== 0) process.stderr.write(`${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}\n`);
process.exitCode = status ?? 1;
