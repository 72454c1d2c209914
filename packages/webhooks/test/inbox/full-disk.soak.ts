import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mountSmallDisk } from '@escrow-kit/tools/small-disk';
import { expect, onTestFinished, test } from 'vitest';
import { createSqliteInbox } from '../../src/inbox/sqlite.ts';
import { incoming } from './support/describe-inboxes.ts';
import { untilCounts } from './support/until.ts';

const sizeInBytes = 8_000_000;
const fills = 5;
const ballastInBytes = 1_000_000;
/** More than the disk can hold. */
const mostEvents = 50_000;

const disk = mountSmallDisk(sizeInBytes);

test.skipIf(!disk)(
  'HOOK-4 a disk that is full again and again loses no event that was stored, and all are handled when there is space',
  async () => {
    const { folder, remove } = disk ?? expect.unreachable();
    onTestFinished(remove);
    const ballast = Array.from({ length: fills }, (_, index) => join(folder, `ballast-${index}`));
    for (const file of ballast) writeFileSync(file, Buffer.alloc(ballastInBytes));
    const inbox = createSqliteInbox({ path: join(folder, 'inbox.db') });
    onTestFinished(() => inbox.close());
    const handled = new Set<string>();
    const processing = inbox.start((_event, { key }) => void handled.add(key), {
      firstDelayInMs: 10,
      onError: () => {},
    });
    const stored: string[] = [];
    const insert = async (contractId: string): Promise<void> => {
      const event = await incoming({ contractId, note: 'x'.repeat(1_000) });
      await inbox.insert(event);
      stored.push(event.key);
    };
    const fillUp = async (name: string): Promise<void> => {
      for (let count = 0; count < mostEvents; count += 1) await insert(`${name}-${count}`);
    };

    for (const file of ballast) {
      await expect(fillUp(file)).rejects.toMatchObject({ code: 'inbox', message: expect.stringContaining('full') });
      await expect(inbox.ready()).rejects.toThrow('full');
      rmSync(file);
      await inbox.ready();
      await insert(`${file}-again`);
    }
    await untilCounts(inbox, { pending: 0, processing: 0, dead: 0, done: stored.length });
    await processing.stop();

    expect(stored.filter((key) => !handled.has(key))).toEqual([]);
  },
);
