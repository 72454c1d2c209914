import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const program = fileURLToPath(new URL('support/command.ts', import.meta.url));

/** Runs a command as npx does it: through a shell. */
const npx = `require('node:child_process').spawn('sh', ['-c', '"$0" "$1"; exit', process.execPath, process.argv[1]], { stdio: 'inherit' })`;

test('a command ends in its own way when the npx that runs it is killed', async () => {
  const started = spawn(process.execPath, ['--eval', npx, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_command: 'exec' },
  });
  onTestFinished(() => void started.kill('SIGKILL'));
  const lines: string[] = [];
  // The command holds the pipe open until it ends.
  const ended = once(
    createInterface(started.stdout).on('line', (line) => {
      lines.push(line);
      started.kill('SIGKILL');
    }),
    'close',
  );

  await ended;

  expect(lines).toEqual(['started', 'asked to end']);
});
