import { readFileSync } from 'node:fs';

const intervalInMs = 500;

/**
 * Ends the command of this name with SIGTERM once its npx is gone, even if npx was killed, so that it does not go on running and keep
 * its port. Does nothing if npx did not start it.
 */
export function endWithNpx(name: string): void {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script } = process.env;
  if (event !== 'npx' || !script?.includes(name)) return;
  const npx = findCaller();
  const timer = setInterval(() => {
    if (findCaller() === npx) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, intervalInMs).unref();
}

/** The process that started this one. On Linux npx does that through a shell, which waits. */
function findCaller(): number {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    const [, shell, caller] = /^\d+ \((\w*sh|busybox)\) \S (\d+)/.exec(stat) ?? [];
    return shell ? Number(caller) : process.ppid;
  } catch {
    // Another system. Its shells are replaced by the command.
    return process.ppid;
  }
}
