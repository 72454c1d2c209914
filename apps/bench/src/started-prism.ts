import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const document = fileURLToPath(import.meta.resolve('@escrow-kit/spec/openapi.bundle.json'));

/** A running Prism without our mock, in a separate process. */
export interface StartedPrism {
  url: string;
  stop(): Promise<void>;
}

/** Starts Prism's own command with the document on a free port, and waits for its address. */
export async function startPrism(): Promise<StartedPrism> {
  // Prism prints its address in the log, so the log stays on. With NODE_ENV=production Prism would start two processes.
  const child = spawn('prism', ['mock', document, '--port', '0', '--multiprocess=false'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout);
  for await (const line of lines) {
    const url = /Prism is listening on (http:\S+)/.exec(line)?.[1];
    if (!url) continue;
    child.stdout.resume();
    return {
      url,
      stop: async () => {
        child.kill();
        await ended;
      },
    };
  }
  throw new Error('Prism ended without printing its address.');
}
