import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, onTestFinished, test } from 'vitest';
import { parentRequest } from './support/escrow-steps.ts';
import { send } from './support/service-api.ts';
import { type SpawnedSandbox, spawnSandbox } from './support/spawn-sandbox.ts';

/** Twice as many as the request log keeps. */
const calls = 200_000;
const callsBetweenLooks = 20_000;
const callers = 8;

test('a sandbox on a data folder answers 200,000 calls, and its memory levels out', async ({ annotate }) => {
  const sandbox = await spawnSandbox(['--data', temporaryFolder()]);
  onTestFinished(async () => void (await sandbox.close()));
  const callOn = async () => {
    for (let done = 0; done < callsBetweenLooks / callers; done += 1) {
      expect((await send(sandbox, 'createContract', { body: parentRequest() })).status).toBe(200);
    }
  };

  const memory: number[] = [];
  for (let done = 0; done < calls; done += callsBetweenLooks) {
    await Promise.all(Array.from({ length: callers }, callOn));
    memory.push(readMemoryInMegabytes(sandbox));
  }

  await annotate(`every ${callsBetweenLooks} calls: memory ${memory.join(', ')} MB`);
  const [half = 0, end = 0] = [memory[memory.length / 2 - 1], memory.at(-1)];
  expect(end).toBeLessThan(1.5 * half);
});

/** A small Linux may have no `ps`. */
function readMemoryInMegabytes({ processId }: SpawnedSandbox): number {
  const kilobytes =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${processId}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(processId)], { encoding: 'utf8' });
  return Math.round(Number(kilobytes) / 1024);
}
