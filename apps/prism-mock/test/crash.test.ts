import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSoak } from '@escrow-kit/suite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Prism, type PrismOptions, supervisePrism } from '../src/supervise-prism.ts';
import { sendRequest } from './send-request.ts';
import { logged, prismId } from './shared-mock.ts';
import { watchPrism } from './watch-prism.ts';

const rounds = Array.from({ length: isSoak ? 50 : 1 }, (_, index) => index + 1);

test.each(rounds)('a Prism that is killed leaves no request unanswered: one new Prism answers them (%i)', async () => {
  const pid = prismId();
  logged.length = 0;
  process.kill(pid, 'SIGSTOP');

  const answers = Promise.all(
    Array.from({ length: 8 }, () => sendRequest('GET /users/usr_1', { token: 'key_sandbox' })),
  );
  process.kill(pid, 'SIGKILL');

  expect((await answers).map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(logged).toEqual(['prism started again', ...Array(8).fill('getUser 200')]);
});

/** Writes a program that stands in for Prism's command. */
function writeCommand(code: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-prism-mock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const command = join(folder, 'command.mjs');
  writeFileSync(command, code);
  return command;
}

/** Runs a program that stands in for Prism's command. */
function supervise(code: string, options: PrismOptions = {}): Prism {
  const prism = supervisePrism({ command: writeCommand(code), ...options });
  onTestFinished(() => prism.close());
  return prism;
}

/** A program that answers requests with this handler. */
const answering = (handler: string): string => `import { createServer } from 'node:http';
  process.on('SIGTERM', () => {});
  createServer(${handler}).listen(0, '127.0.0.1');`;

const request = { method: 'GET', path: '/users/usr_1', headers: {}, body: null };
const idle = 'setInterval(() => {}, 1000);';

test('a request that crashes every Prism gets 502', async () => {
  const onRestart = vi.fn();
  const prism = supervise(answering('() => process.exit()'), { onRestart });

  await expect(prism.send(request)).rejects.toMatchObject({ status: 502 });
  expect(onRestart).toHaveBeenCalledOnce();
});

test('a request that a hanging Prism never answers gets 504, and the next one gets a new Prism', async () => {
  const onRestart = vi.fn();
  const prism = supervise(answering('() => { for (;;); }'), { onRestart, answerLimitInMs: 50 });

  await expect(prism.send(request)).rejects.toMatchObject({ status: 504 });
  expect(onRestart).not.toHaveBeenCalled();
  await expect(prism.send(request)).rejects.toMatchObject({ status: 504 });

  expect(onRestart).toHaveBeenCalledOnce();
});

test('a Prism that ends at once is reported with its last output, and a request then gets 502', async () => {
  const prism = supervise("console.error('no document'); process.exit(1);");

  await expect(prism.ready()).rejects.toThrow(/^Prism ended before it listened.*no document$/);
  await expect(prism.send(request)).rejects.toMatchObject({ status: 502 });
});

test('a Prism that never listens is ended', async () => {
  await expect(supervise(idle, { startLimitInMs: 50 }).ready()).rejects.toThrow(/or was too slow/);
});

test('a Prism that is closed while it starts ends, and starts no other', async () => {
  const prism = supervise(idle);
  const ready = prism.ready();

  await Promise.all([prism.close(), expect(ready).rejects.toThrow('Prism ended before it listened')]);

  await expect(prism.send(request)).rejects.toMatchObject({ status: 503 });
});

test.each([
  ['before', idle],
  ['after', answering('() => {}')],
])('a mock that is killed %s Prism listens leaves no Prism', async (_time, code) => {
  const watch = await watchPrism();
  const started = watch.next();
  const program = `import { supervisePrism } from ${JSON.stringify(import.meta.resolve('../src/supervise-prism.ts'))};
    await supervisePrism({ command: ${JSON.stringify(writeCommand(code))} }).ready();
    console.log('ready');`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, ...watch.environment },
  });
  const prism = await started;
  if (code !== idle) await once(parent.stdout, 'data');

  parent.kill('SIGKILL');

  expect(await prism.ended).toBeDefined();
});
