// Plain JavaScript without dependencies, because a fresh clone runs it on the user's Node before anything is installed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Socket } from 'node:net';
import { resolve as resolvePath } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('guard.mjs', import.meta.url));

/** @type {ReturnType<typeof startGuard> | undefined} */
let guard;

/** Serializes questions to the guard, because answers do not say which question they belong to. */
let answered = Promise.resolve();

export function guardProcess() {
  return ask({});
}

/** @param {string} path */
export function guardFolder(path) {
  return ask({ folder: resolvePath(path) });
}

/** @param {import('./guard.mjs').Question} question */
function ask(question) {
  if (process.platform === 'win32') return Promise.resolve();
  answered = answered.then(() => send(question));
  return answered;
}

/** @param {import('./guard.mjs').Question} question */
async function send(question) {
  guard ??= startGuard();
  const { stdin, stdout, ended } = guard;
  keepRunning(stdout, true);
  stdin.write(`${JSON.stringify(question)}\n`);
  await Promise.race([once(stdout, 'data'), ended]);
  keepRunning(stdout, false);
}

function startGuard() {
  // npm and pnpm set the variable for the scripts and commands that they run, and wait for them.
  const isScript = process.env.npm_command !== undefined;
  // Detached, so that a signal to the terminal's processes does not end the guard.
  const child = spawn(process.execPath, [program, String(process.pid), ...(isScript ? ['--with-caller'] : [])], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
    cwd: '/',
    // Without NODE_OPTIONS, which are not for the guard.
    env: { PATH: process.env.PATH },
  });
  child.unref();
  keepRunning(child.stdin, false);
  child.stdin.on('error', () => {});
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => child.once('error', () => resolve()).once('exit', () => resolve()));
  return { stdin: child.stdin, stdout: child.stdout, ended };
}

/**
 * Whether an open pipe to the guard keeps this process from ending.
 * @param {unknown} pipe
 * @param {boolean} isKept
 */
function keepRunning(pipe, isKept) {
  if (!(pipe instanceof Socket)) return;
  if (isKept) pipe.ref();
  else pipe.unref();
}
