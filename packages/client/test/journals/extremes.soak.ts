import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createFileJournal } from '../../src/journals/file-journal.ts';
import { entryOf, type JournalStores, journalKinds, openPair, since } from './stores.ts';

it.runIf(process.platform === 'linux')('a file journal leaves no draft behind if the disk is full', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'full-disk-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const entry = { ...entryOf(1), salt: 'x'.repeat(100_000) };
  const module = JSON.stringify(new URL('../../src/journals/file-journal.ts', import.meta.url));
  const program = `
    const { createFileJournal } = await import(${module});
    process.on('SIGXFSZ', () => {});
    await createFileJournal(${JSON.stringify(folder)}).save('order-1', JSON.parse(process.argv[1]))
      .catch(({ code }) => console.log(code));`;

  // No file of the process may be longer than 1 KiB.
  const command = `ulimit -f 1; exec "${process.execPath}" --input-type=module --eval "$0" "$1"`;
  const child = spawn('bash', ['-c', command, program, JSON.stringify(entry)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

  expect((await text(child.stdout)).trim()).toBe('EFBIG');
  expect(await readdir(join(folder, 'key-order-1'))).toEqual([]);
  await createFileJournal(folder).save('order-1', entryOf(1));
});

describe.each(journalKinds)('$name', ({ setUp }) => {
  let stores: JournalStores | undefined;
  beforeAll(async () => {
    stores = await setUp?.();
  });
  afterAll(() => stores?.dispose());

  it('lists and prunes more entries than a database journal reads at once', async () => {
    const { journals } = await openPair(stores);
    const [journal] = journals;
    const keys = Array.from({ length: 501 }, (_, index) => `order-${String(index).padStart(3, '0')}`);
    for (const key of keys) await journal.save(key, { ...entryOf(1), completedAt: since });

    const listed = await journal.listPendingSteps();
    const removed = await journal.prune({ olderThanInMs: 0 });

    expect(listed.map(({ key }) => key)).toEqual(keys);
    expect(removed).toBe(501);
    expect(await journal.listPendingSteps()).toEqual([]);
  });
});
