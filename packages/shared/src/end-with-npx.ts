import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const intervalInMs = 500;

/**
 * Ends this command with SIGTERM once its npx is gone, even if npx was killed, so that the command does not go on running and keep its
 * port. Does nothing if npx did not start the command.
 */
export function endWithNpx(): void {
  // Set for every process that npx starts, directly or not.
  if (process.env['npm_command'] !== 'exec') return;
  const parent = process.ppid;
  // npx starts a command through a shell, which may be replaced by the command or wait for it.
  const shell = isShell(parent) ? parent : undefined;
  const caller = shell ? parentOf(shell) : parent;
  if (!caller || !isNpx(caller)) return;
  const timer = setInterval(() => {
    if (process.ppid === parent && (!shell || parentOf(shell) === caller)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, intervalInMs).unref();
}

const isShell = (pid: number): boolean => /^(\S*\/)?-?(sh|bash|dash|ash|zsh|ksh)$/.test(commandOf(pid)[0] ?? '');

const isNpx = (pid: number): boolean => commandOf(pid).some((part) => /(^|[/ ])(npx|npm)(\b|$)/.test(part));

/** The command line of a process, split into arguments if the system provides them. */
function commandOf(pid: number): string[] {
  return readProc(pid, 'cmdline')?.split('\0') ?? [runPs(pid, 'command=')];
}

function parentOf(pid: number): number | undefined {
  const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(readProc(pid, 'stat') ?? '') ?? [];
  return Number(parent ?? runPs(pid, 'ppid=')) || undefined;
}

/** Linux has these files; small containers may have no `ps`. */
function readProc(pid: number, file: 'cmdline' | 'stat'): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}

function runPs(pid: number, column: string): string {
  return spawnSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).stdout?.trim() ?? '';
}
