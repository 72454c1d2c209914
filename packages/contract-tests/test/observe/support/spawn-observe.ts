import type { ChildProcess } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { type CommandResult, spawnCommand } from '../../support/run-command.ts';

/** A running `contract-tests observe`. */
export interface RunningObserve {
  /** The address for calls. */
  url: string;
  /** The address for events, if they are observed. */
  eventsUrl: string | undefined;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<CommandResult>;
}

/** Runs `contract-tests observe` on free ports in a process of its own until the test ends. Rejects if it ends before it listens. */
export async function spawnObserve(args: string[], variables: Record<string, string> = {}): Promise<RunningObserve> {
  const listens = Promise.withResolvers<string>();
  let child: ChildProcess | undefined;
  const ended = spawnCommand(['observe', '--port', '0', ...args], variables, (spawned) => {
    child = spawned;
    let told = '';
    spawned.stderr?.on('data', (text) => {
      told += text;
      if (told.includes('Ctrl-C')) listens.resolve(told);
    });
  });
  onTestFinished(() => void child?.kill('SIGKILL'));
  void ended.then(({ stderr }) => listens.reject(new Error(`It ended: ${stderr}`)));
  const told = await listens.promise;
  return {
    url: /application (\S+)/.exec(told)?.[1] ?? '',
    eventsUrl: /send them to (\S+)\./.exec(told)?.[1],
    end(signal) {
      child?.kill(signal);
      return ended;
    },
  };
}
