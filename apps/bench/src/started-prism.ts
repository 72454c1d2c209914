import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const document = fileURLToPath(import.meta.resolve('@escrow-kit/spec/openapi.bundle.json'));

/** Prism without the mock, in a separate process. */
export interface StartedPrism {
  url: string;
  stop(): Promise<void>;
}

/** Starts Prism's own command on the document, on a free port, and waits until it prints its address. */
export async function startPrism(): Promise<StartedPrism> {
  // The address is in the log, so the log can't be switched off. With NODE_ENV=production Prism would start two processes.
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
