import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type EventToSend, signedRequest } from '@escrow-kit/webhooks';
import { onTestFinished } from 'vitest';
import { secret } from './start-test-relay.ts';

const command = fileURLToPath(new URL('../../src/command.ts', import.meta.url));

/** A relay in a process of its own, which may be killed and started again. */
export interface RelayProcess {
  /** Its address of events, once it is up; rejects with its output if it ends before. */
  url(): Promise<string>;
  /** Sends an event as the service does, and resolves with whether it was answered with 200. */
  send(event: EventToSend): Promise<boolean>;
  kill(): Promise<void>;
  /** Starts it again, with further arguments. */
  restart(args?: readonly string[]): void;
  /** Sends a signal. */
  signal(signal: NodeJS.Signals): void;
  /** Ends it by a signal, and resolves with its exit code. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
  errors(): string;
  /** The lines of its output. */
  lines(): string[];
}

/** Starts `escrow-relay` with these arguments, on free ports and with the secret of tests unless others are given. */
export function startRelayProcess(args: readonly string[], env: Readonly<Record<string, string>> = {}): RelayProcess {
  let errors = '';
  const lines: string[] = [];
  let running: ChildProcess;
  let listening: Promise<string>;

  function start(more: readonly string[] = []): void {
    const child = spawn(process.execPath, [command, ...args, ...more], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, RELAY_LISTEN: '0', ESCROW_WEBHOOK_SECRET: secret, ...env },
    });
    running = child;
    const url = Promise.withResolvers<string>();
    listening = url.promise;
    listening.catch(() => {});
    createInterface({ input: child.stderr }).on('line', (line) => {
      errors += `${line}\n`;
      const [, address] = /^Takes events at (\S+)$/.exec(line) ?? [];
      if (address) url.resolve(address);
    });
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    child.once('close', () => url.reject(new Error(`The relay ended: ${errors}`)));
  }

  const isRunning = (): boolean => running.exitCode === null && running.signalCode === null;
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    const exited = once(running, 'exit');
    if (isRunning()) {
      running.kill(signal);
      await exited;
    }
    return running.exitCode;
  }

  start();
  onTestFinished(() => end('SIGKILL').then(() => {}));
  return {
    url: () => listening,
    send: async (event) => (await fetch(await listening, signedRequest({ event, secret }))).ok,
    kill: () => end('SIGKILL').then(() => {}),
    restart: start,
    signal: (signal) => void running.kill(signal),
    end: (signal = 'SIGTERM') => end(signal),
    errors: () => errors,
    lines: () => lines,
  };
}
