import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const program = fileURLToPath(new URL('support/npx-command.ts', import.meta.url));

/** Starts the command through a shell, as npx does, or directly. */
const starters = {
  shell: `spawn('sh', ['-c', '"$0" "$1"; exit', process.execPath, process.argv[1]], { stdio: 'inherit' })`,
  direct: `spawn(process.execPath, [process.argv[1]], { stdio: 'inherit' })`,
};

/** Runs the command from another program, which is killed once the command has started. Returns the command's output. */
async function killCaller({ script, starter }: { script: string; starter: keyof typeof starters }): Promise<string[]> {
  const caller = `require('node:child_process').${starters[starter]}`;
  const started = spawn(process.execPath, ['--eval', caller, program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: 'npx', npm_lifecycle_script: script },
  });
  onTestFinished(() => void started.kill('SIGKILL'));
  const said: string[] = [];
  const lines = createInterface(started.stdout).on('line', (line) => {
    said.push(line);
    if (said.length === 1) started.kill('SIGKILL');
  });
  // The command holds the pipe open until it ends.
  await once(lines, 'close');
  return said;
}

test.each(['shell', 'direct'] as const)(
  'a command that npx runs by %s ends in its own way when npx is killed',
  async (starter) => {
    expect(await killCaller({ script: "'escrow-sandbox' '--port' '0'", starter })).toEqual(['started', 'asked to end']);
  },
);

test('a command goes on if its caller is killed and npx runs another one', async () => {
  expect(await killCaller({ script: 'tsx start.ts', starter: 'direct' })).toEqual(['started', 'ended by itself']);
});
