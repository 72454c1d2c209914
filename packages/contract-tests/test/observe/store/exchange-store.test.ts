import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { repeats } from '@escrow-kit/suite';
import { mountSmallDisk } from '@escrow-kit/suite/small-disk';
import { expect, onTestFinished, test } from 'vitest';
import type { KeptExchange } from '../../../src/observe/kept-exchange.ts';
import { openStore } from '../../../src/observe/store/exchange-store.ts';
import { readStore, StoreError } from '../../../src/observe/store/read-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { sampleExchange } from '../sample-exchange.ts';

const childPath = fileURLToPath(new URL('./keep-exchanges.ts', import.meta.url));

const kills = repeats({ test: 2, soak: 100 });

const numbered = (count: number, from = 0): KeptExchange[] =>
  Array.from({ length: count }, (_, index) => sampleExchange({ durationInMs: from + index }));

/** Keeps exchanges in a run of their own, and returns its file. */
async function keep(folder: string, exchanges: KeptExchange[], now = Date.now): Promise<string> {
  const store = await openStore(folder, { onProblem: expect.unreachable, now });
  for (const exchange of exchanges) store.add(exchange);
  expect(await store.close()).toEqual({ lost: 0 });
  return store.file;
}

async function exchangesIn(...folders: string[]): Promise<KeptExchange[]> {
  const exchanges: KeptExchange[] = [];
  for await (const { exchange } of readStore(folders)) exchanges.push(exchange);
  return exchanges;
}

async function numbersIn(...folders: string[]): Promise<number[]> {
  return (await exchangesIn(...folders)).map(({ durationInMs }) => durationInMs);
}

test('what is kept is read again, line feeds of every kind included', async () => {
  const folder = temporaryFolder();
  const exchanges = [sampleExchange({ path: '/a\u2028b\r\nc' }), ...numbered(2000)];

  await keep(folder, exchanges);

  expect(await exchangesIn(folder)).toEqual(exchanges);
});

test('only the owner can read the folder and its files', async () => {
  const folder = join(temporaryFolder(), 'of', 'a-run');

  const file = await keep(folder, numbered(1));

  expect([folder, file].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
});

test('runs in one folder, and in several folders, are read as one, in the order of their start', async () => {
  const [one, other] = [temporaryFolder(), temporaryFolder()];
  await keep(one, numbered(2, 20), () => 3000);
  await keep(other, numbered(1, 10), () => 2000);
  await keep(one, numbered(2, 0), () => 1000);

  expect(await numbersIn(one, other)).toEqual([0, 1, 10, 20, 21]);
});

test('a last line that was not finished is left out, and the next run continues', async () => {
  const folder = temporaryFolder();
  const file = await keep(folder, numbered(2), () => 1000);
  const [, , line = ''] = readFileSync(file, 'utf8').split('\n');
  for (const torn of [line.slice(0, -1), '{"kind"', '\0\0\0']) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(/[^\n]*$/, torn));
    expect(await numbersIn(folder), torn).toEqual([0, 1]);
  }

  await keep(folder, numbered(1, 2), () => 2000);

  expect(await numbersIn(folder)).toEqual([0, 1, 2]);
});

test('a damaged line, another version and a missing folder are named', async () => {
  const folder = temporaryFolder();
  const file = await keep(folder, numbered(1));
  appendFileSync(file, '{"status":200}\n');
  const newer = temporaryFolder();
  writeFileSync(join(newer, 'a.exchanges.jsonl'), '{"file":"escrow-kit exchanges","version":2}\n');

  const damaged = new StoreError(file, 'this is no exchange. Remove the line, or the file.', { line: 3 });
  await expect(numbersIn(folder)).rejects.toThrow(damaged);
  await expect(numbersIn(newer)).rejects.toThrow('line 1: it has version 2 instead of 1.');
  await expect(numbersIn(join(folder, 'missing'))).rejects.toThrow('missing: the folder cannot be read.');
});

test(`a store that is killed ${kills} times loses no exchange that was written`, async () => {
  const folder = temporaryFolder();
  const written: number[] = [];
  for (let count = 0; count < kills; count += 1) {
    const child = spawn(process.execPath, [childPath, folder]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    for await (const number of createInterface(child.stdout)) {
      written[count] = Number(number);
      if (Number(number) > 10 * count) child.kill('SIGKILL');
    }
    await ended;
  }

  const numbers = await numbersIn(folder);

  const runs = numbers.join(' ').split(/ (?=0\b)/);
  expect(runs.map((run) => Array.from(run.split(' ').keys()).join(' '))).toEqual(runs);
  expect(runs.filter((run, index) => run.split(' ').length <= (written[index] ?? Number.NaN))).toEqual([]);
  expect(runs).toHaveLength(kills);
});

test('what waits for the disk is bounded: the rest is counted as lost, and told once', async () => {
  const folder = temporaryFolder();
  const problems: string[] = [];
  const store = await openStore(folder, { onProblem: (message) => problems.push(message), waitingLimit: 1000 });

  for (const exchange of numbered(100)) store.add(exchange);
  const { lost } = await store.close();

  expect(problems).toEqual([expect.stringContaining('the disk is too slow')]);
  expect([lost > 80, await numbersIn(folder)]).toEqual([
    true,
    numbered(100 - lost).map(({ durationInMs }) => durationInMs),
  ]);
});

const disk = mountSmallDisk(300_000);

test.skipIf(!disk)('a full disk is told once, leaves whole lines, and is used again when there is space', async () => {
  const { folder, remove } = disk ?? expect.unreachable();
  onTestFinished(remove);
  const problems: string[] = [];
  const ballast = join(folder, 'ballast');
  writeFileSync(ballast, Buffer.alloc(200_000));
  const store = await openStore(folder, { onProblem: (message) => problems.push(message) });
  const addEach = async (exchanges: KeptExchange[]) => {
    for (const exchange of exchanges) {
      store.add(exchange);
      await store.written();
    }
  };

  await addEach(numbered(1000));
  writeFileSync(ballast, '');
  await addEach(numbered(10, 1000));
  const { lost } = await store.close();

  const numbers = await numbersIn(folder);
  expect(problems).toEqual([expect.stringContaining('no space left')]);
  expect(numbers.slice(-10)).toEqual(numbered(10, 1000).map(({ durationInMs }) => durationInMs));
  expect([lost > 0, numbers.length + lost]).toEqual([true, 1010]);
});
