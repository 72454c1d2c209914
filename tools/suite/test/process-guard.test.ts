import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type TestContext, test } from 'vitest';

const program = join(import.meta.dirname, 'support/guarded-program.ts');

interface GuardedProgram {
  process: ChildProcessByStdio<Writable, Readable, null>;
  /** The ids of the processes that the program has started. */
  ids: number[];
  folder: string;
}

interface StartOptions {
  ending?: 'finish' | 'throw';
  /** The folder of a second guarded program, which ignores SIGTERM. The first one starts it instead of its child. */
  innerFolder?: string;
  /** The command that runs the program. */
  command?: string[];
  environment?: NodeJS.ProcessEnv;
}

/** Resolves once the program has started its processes and the guard has seen them. */
async function startProgram(
  { onTestFinished }: TestContext,
  { ending, innerFolder, command = [process.execPath], environment = {} }: StartOptions,
): Promise<GuardedProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-guarded-'));
  const [file = '', ...parameters] = [...command, program, folder, ending ?? 'wait', innerFolder ?? ''];
  const started = spawn(file, parameters, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, npm_command: undefined, ...environment },
  });
  onTestFinished(() => void started.kill('SIGKILL'));
  const [ids] = await once(started.stdout, 'data');
  return { process: started, ids: String(ids).trim().split(' ').map(Number), folder };
}

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}

async function expectAllGone({ expect }: TestContext, { ids, folder }: GuardedProgram): Promise<void> {
  const left = () => ({ processes: ids.filter(isRunning), folder: existsSync(folder) });
  await expect.poll(left, { timeout: 5_000, interval: 20 }).toEqual({ processes: [], folder: false });
}

// Concurrent, because a system may list an ended process for another second.
test.concurrent.for([
  ['it is killed', {}, 'SIGKILL'],
  ['it is asked to end', {}, 'SIGTERM'],
  ['its terminal is closed', {}, 'SIGHUP'],
  ['it fails', { ending: 'throw' }, undefined],
  ['it finishes', { ending: 'finish' }, undefined],
] as const)("a program's processes end and its folder is removed when %s", async ([, options, signal], context) => {
  const guarded = await startProgram(context, options);
  context.expect(guarded.ids.map(isRunning)).toEqual([true, true]);

  if (signal) guarded.process.kill(signal);
  else guarded.process.stdin.write('end\n');

  await expectAllGone(context, guarded);
});

test.concurrent('a script and its processes end when its package manager is killed, even if nobody collects it', async (context) => {
  // Like npm, a shell runs the script and outlives npm.
  const script = '"$@"; exit';
  const manager = `
    const script = ['-c', '${script}', 'sh', process.execPath, ...process.argv.slice(1)];
    const { stdout } = require('node:child_process').spawn('sh', script, { stdio: ['inherit', 'pipe', 'inherit'] });
    stdout.once('data', (ids) => process.stdout.write(ids, () => process.kill(process.pid, 'SIGKILL')));`;
  // As its parent, `sleep` leaves the manager a zombie.
  const command = ['sh', '-c', '"$@" & exec sleep 600', 'sh', process.execPath, '--eval', manager];

  const guarded = await startProgram(context, { command, environment: { npm_command: 'run' } });

  await expectAllGone(context, guarded);
});

test.concurrent('a script ends when the npx that started its pnpm is killed', async (context) => {
  const script = '"$@"; exit';
  /** Starts the rest of the command line through a shell, with the process title of a package manager. */
  const managerNamed = (title: string) => `
    process.title = '${title}';
    const script = ['-c', '${script}', 'sh', ...process.argv.slice(1)];
    require('node:child_process').spawn('sh', script, { stdio: 'inherit' });`;
  const [npx, pnpm] = ['npm exec pnpm', 'pnpm'].map((title) => [process.execPath, '--eval', managerNamed(title)]);
  const command = [...(npx ?? []), ...(pnpm ?? []), process.execPath];
  const guarded = await startProgram(context, { command, environment: { npm_command: 'run-script' } });

  guarded.process.kill('SIGKILL');

  await expectAllGone(context, guarded);
});

test.concurrent('the folder of a guarded program inside another one is removed after both were killed', async (context) => {
  const innerFolder = mkdtempSync(join(tmpdir(), 'escrow-guarded-'));
  const guarded = await startProgram(context, { innerFolder });

  guarded.process.kill('SIGKILL');

  await expectAllGone(context, guarded);
  await expectAllGone(context, { ...guarded, folder: innerFolder });
});

test.concurrent('a child ends even if its program is killed right after starting it', async (context) => {
  const eager = `
    import { spawn } from 'node:child_process';
    import { guardProcess } from '@escrow-kit/suite/process-guard';
    await guardProcess();
    const { pid } = spawn('sleep', ['600'], { stdio: 'ignore' });
    await guardProcess();
    process.stdout.write(String(pid));
    process.kill(process.pid, 'SIGKILL');`;
  const options = { cwd: import.meta.dirname, stdio: 'pipe' } as const;
  const { stdout } = spawn(process.execPath, ['--input-type=module', '--eval', eager], options);
  const [id] = await once(stdout, 'data');

  await context.expect.poll(() => isRunning(Number(id)), { timeout: 5_000, interval: 20 }).toBe(false);
});
