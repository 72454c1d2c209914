import { readFileSync } from 'node:fs';

const intervalInMs = 500;

/**
 * Ends this command with SIGTERM when the npx that runs it is gone, even if npx was killed, so that the command does not go on
 * alone and keep its port. Does nothing if the command was not started by npx.
 */
export function endWithNpx(): void {
  if (process.env['npm_command'] !== 'exec') return;
  const callers = describeCallers();
  const timer = setInterval(() => {
    if (describeCallers() === callers) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, intervalInMs).unref();
}

/** npx starts a command through a shell. Where that shell waits for the command, it outlives npx but loses it as its parent. */
function describeCallers(): string {
  return `${process.ppid} ${parentOfShell(process.ppid)}`;
}

/** Only Linux says it without another command. Elsewhere the shell usually becomes the command, whose parent is npx itself. */
function parentOfShell(pid: number): string {
  try {
    const [, parent = ''] =
      /^\d+ \((?:sh|dash|bash|ash)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return parent;
  } catch {
    return '';
  }
}
