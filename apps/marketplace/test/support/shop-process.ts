import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** Starts the shop in a separate process; `kill` ends it with SIGKILL. */
export async function startShopProcess(environment: NodeJS.ProcessEnv) {
  const { NODE_COMPILE_CACHE } = process.env;
  const env = { NODE_COMPILE_CACHE, ...environment };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const kill = () => endProcess(child);
  onTestFinished(kill);
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /^The shop is at (.+)$/.exec(line) ?? [];
    if (url) return { url, kill };
  }
  throw new Error(`The shop did not start. ${errors}`);
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
