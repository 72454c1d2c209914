import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openObservation } from '../../src/observe/open-observation.ts';
import type { RawExchange } from '../../src/observe/raw-exchange.ts';
import { startObservation } from '../../src/observe/start-observation.ts';
import { fileExtension, firstLine } from '../../src/observe/store/file-format.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { sampleExchange } from './sample-exchange.ts';
import { callOf } from './support/exchange-of.ts';

const exchange: RawExchange = {
  kind: 'call',
  startedAt: 0,
  durationInMs: 1,
  method: 'GET',
  target: '/users/usr_7',
  requestHeaders: [],
  requestBody: { bytes: Buffer.alloc(0), isComplete: true },
};

test('an exchange on which the judge fails is rejected, and the next ones are judged', async () => {
  const folder = temporaryFolder();
  await using observation = await startObservation({ stores: [folder] }, expect.unreachable);

  const broken = { ...exchange, requestHeaders: undefined } as unknown as RawExchange;
  await expect(observation.add(broken)).rejects.toThrow(TypeError);
  await observation.add(exchange);

  expect(await observation.report()).toMatchObject({ exchanges: 1 });
  expect(await observation.close()).toEqual({ lost: 0 });
});

test('an exchange with a discriminator that is called as what every object has is learned from, then and later', async () => {
  const folder = temporaryFolder();
  const names = ['constructor', 'toString', 'hasOwnProperty', '__proto__'];
  const first = await openObservation({ stores: [folder] }, expect.unreachable);
  for (const role of names)
    await first.add(callOf('addParties', { body: { mileStonesParties: { m: [{ role, amount: 1 }] } } }));
  await first.close();

  const later = await openObservation({ stores: [folder] }, expect.unreachable);
  onTestFinished(async () => void (await later.close()));

  expect(await later.report()).toMatchObject({ exchanges: names.length });
});

test('a kept line that can not be learned from is told, and the store stays usable', async () => {
  const folder = temporaryFolder();
  const lines = [sampleExchange(), { ...sampleExchange(), request: null }, sampleExchange()];
  const content = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  writeFileSync(join(folder, `a${fileExtension}`), `${firstLine}${content}`);
  const problems: string[] = [];

  const observation = await openObservation({ stores: [folder] }, (problem) => problems.push(problem));
  onTestFinished(async () => void (await observation.close()));

  expect(problems).toEqual([expect.stringContaining(`1 kept exchange can't be learned from`)]);
  expect(problems[0]).toContain(`a${fileExtension}`);
  expect(await observation.report()).toMatchObject({ exchanges: 3 });
});

test('a start that fails leaves no thread behind, so that the process ends', { timeout: 30_000 }, async () => {
  const module = JSON.stringify(new URL('../../src/observe/start-observation.ts', import.meta.url));
  const script = `import(${module}).then((m) => m.startObservation({ stores: [1] }, () => {})).catch(() => console.log('failed'))`;

  const child = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [[exitCode], output] = await Promise.all([once(child, 'exit'), text(child.stdout)]);

  expect([output, exitCode]).toEqual(['failed\n', 0]);
});
