import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startPrism } from '../src/start-prism.ts';

/** Writes a program that stands in for Prism's command. */
function writeCommand(code: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-prism-mock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'command.mjs');
  writeFileSync(file, code);
  return file;
}

test('a Prism that ends at once is reported with its last output', async () => {
  const { url } = startPrism({ command: writeCommand("console.error('no document'); process.exit(1);") });

  await expect(url).rejects.toThrow(/^Prism ended before it listened.*no document$/);
});

test('a Prism that never prints its address is ended', async () => {
  const { url, ended } = startPrism({ command: writeCommand('setInterval(() => {}, 1000);'), limitInMs: 50 });

  await expect(url).rejects.toThrow(/^Prism ended before it listened, or was too slow/);
  await expect(ended).resolves.toBeUndefined();
});

test('a Prism that hangs ends when it is stopped', async () => {
  const code = "process.on('SIGTERM', () => {}); console.log('Prism is listening on http://127.0.0.1:9'); for (;;);";
  const { url, ended, stop } = startPrism({ command: writeCommand(code) });
  await url;

  await stop();

  await expect(ended).resolves.toBeUndefined();
});

test('a Prism that is stopped while it starts ends', async () => {
  const { url, ended, stop } = startPrism({ command: writeCommand('setInterval(() => {}, 1000);') });

  await stop();

  await expect(url).rejects.toThrow('Prism ended before it listened');
  await expect(ended).resolves.toBeUndefined();
});
