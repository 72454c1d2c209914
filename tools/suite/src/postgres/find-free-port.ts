import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports below the ephemeral range, which starts at 32768 on Linux and at 49152 elsewhere. */
const ports = { first: 20_000, end: 32_768 };
const mostAttempts = 100;

/** Finds a free port that the system does not assign to programs that ask for any port. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const port = randomInt(ports.first, ports.end);
    if (await isFree(port)) return port;
  }
  throw new Error(`None of ${mostAttempts} tried ports from ${ports.first} to ${ports.end - 1} was free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
