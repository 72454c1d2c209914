import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { parentRequest } from './support/escrow-steps.ts';
import { type SpawnedSandbox, spawnSandbox } from './support/spawn-sandbox.ts';
import { createFolder } from './support/temporary-folder.ts';

/** Twice as many as the request log keeps. */
const calls = 200_000;
const callsBetweenLooks = 20_000;
const callers = 8;

test('a sandbox on a data folder answers 200,000 calls, and its memory levels out', async ({ annotate }) => {
  const sandbox = await spawnSandbox(['--data', await createFolder()]);
  onTestFinished(async () => void (await sandbox.close()));
  const { callOnce, close } = createCaller(sandbox);
  onTestFinished(close);

  const memory: number[] = [];
  const slowest: number[] = [];
  for (let done = 0; done < calls; done += callsBetweenLooks) {
    slowest.push(await callAll(callOnce));
    memory.push(await memoryInMegabytes(sandbox));
  }
  await annotate(
    `every ${callsBetweenLooks} calls: memory ${memory.join(', ')} MB; the slowest call ${slowest.map(Math.round).join(', ')} ms`,
  );

  const [half = 0, end = 0] = [memory[memory.length / 2 - 1], memory.at(-1)];
  expect(end).toBeLessThan(1.5 * half);
});

/** Makes the calls until the next measurement, with several callers at once. Resolves with the time of the slowest call. */
async function callAll(callOnce: () => Promise<number>): Promise<number> {
  let started = 0;
  let slowest = 0;
  async function callOn(): Promise<void> {
    while (started < callsBetweenLooks) {
      started += 1;
      slowest = Math.max(slowest, await callOnce());
    }
  }
  await Promise.all(Array.from({ length: callers }, callOn));
  return slowest;
}

/** Creates contracts by plain HTTP, so that the caller uses little CPU. */
function createCaller({ url, credentials }: SpawnedSandbox): { callOnce(): Promise<number>; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  const headers = { authorization: `Bearer ${credentials.tokens.clientAdmin}`, 'content-type': 'application/json' };
  const body = JSON.stringify(parentRequest());
  const callOnce = () =>
    new Promise<number>((resolve, reject) => {
      const startedAt = performance.now();
      request(`${url}/api/external/contracts`, { method: 'POST', agent, headers }, (response) => {
        response.resume().once('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - startedAt);
          else reject(new Error(`A call was answered with ${response.statusCode}.`));
        });
      })
        .once('error', reject)
        .end(body);
    });
  return { callOnce, close: () => agent.destroy() };
}

async function memoryInMegabytes({ processId }: SpawnedSandbox): Promise<number> {
  return Math.round((await memoryInKilobytes(String(processId))) / 1024);
}

/** A small Linux may have no `ps`. */
async function memoryInKilobytes(processId: string): Promise<number> {
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${processId}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
  }
  return Number((await promisify(execFile)('ps', ['-o', 'rss=', '-p', processId])).stdout);
}
