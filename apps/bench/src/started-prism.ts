import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const document = fileURLToPath(import.meta.resolve('@escrow-kit/spec/openapi.bundle.json'));

/** Prism as it comes, in a process of its own. */
export interface StartedPrism {
  url: string;
  stop(): Promise<void>;
}

/** Starts Prism's own command on the document, on a free port, and waits until it says where it listens. */
export async function startPrism(): Promise<StartedPrism> {
  // It says its address in its log, so that the log can't be switched off. With NODE_ENV=production it would be two processes.
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
  throw new Error('Prism ended without saying where it listens.');
}
