import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mountSmallDisk } from '@escrow-kit/suite/small-disk';
import { expect, onTestFinished, test } from 'vitest';
import { createSqliteInbox } from '../../src/inbox/sqlite.ts';
import { incoming } from './support/events.ts';
import { untilCounts } from './support/until.ts';

const sizeInBytes = 8_000_000;
const fills = 5;
const ballastInBytes = 1_000_000;
const refusalsWhileFull = 20;
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
    const handled: string[] = [];
    const processing = inbox.start((_event, { key }) => void handled.push(key), { firstDelayInMs: 10 });
    const stored: string[] = [];
    let count = 0;
    const insert = async (): Promise<unknown> => {
      count += 1;
      const event = await incoming({ contractId: `milestone-${count}`, note: 'x'.repeat(1_000) });
      const error = await inbox.insert(event).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (!error) stored.push(event.key);
      return error;
    };

    for (const file of ballast) {
      const refusals: unknown[] = [];
      for (let event = 0; refusals.length < refusalsWhileFull && event < mostEvents; event += 1) {
        const error = await insert();
        if (error) refusals.push(error);
      }
      expect(refusals).toHaveLength(refusalsWhileFull);
      expect(refusals).toMatchObject(refusals.map(() => ({ code: 'inbox', message: expect.stringContaining('full') })));
      await expect(inbox.ready()).rejects.toThrow('full');
      rmSync(file);
      await inbox.ready();
      expect(await insert(), 'with space again').toBeUndefined();
    }
    await untilCounts(inbox, { pending: 0, processing: 0, dead: 0, done: stored.length });
    await processing.stop();

    expect(stored.filter((key) => !handled.includes(key))).toEqual([]);
  },
);
