import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports that no system gives to a program by itself: Linux begins at 32768, others at 49152. */
const ports = { first: 20_000, end: 32_768 };
const mostAttempts = 100;

/** A port of this machine that nobody uses, and that nobody gets who does not ask for it by its number. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const port = randomInt(ports.first, ports.end);
    if (await isFree(port)) return port;
  }
  throw new Error(`Of ${mostAttempts} ports from ${ports.first} to ${ports.end - 1} none was free.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
