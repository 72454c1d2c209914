import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { type WatchedPrism, watchPrism } from './watch-prism.ts';

const command = `${import.meta.dirname}/../src/command.ts`;

/** Starts the command, and returns as soon as Prism has begun to load. */
async function startCommand(): Promise<{ child: ChildProcessByStdio<null, Readable, null>; prism: WatchedPrism }> {
  const watch = await watchPrism();
  const next = watch.next();
  const child = spawn(process.execPath, [command], {
    env: { ...process.env, ...watch.environment, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return { child, prism: await next };
}

test('a command that is killed leaves no Prism', async () => {
  const { child, prism } = await startCommand();
  const { value: firstLine } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
  expect(firstLine).toContain('http://');

  child.kill('SIGKILL');

  await expect(prism.ended).resolves.toBeDefined();
});

test('a command that is killed before it listens leaves no Prism', async () => {
  const { child, prism } = await startCommand();

  child.kill('SIGKILL');

  await expect(prism.ended).resolves.toBeDefined();
});
