import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mountSmallDisk } from '@escrow-kit/tools/small-disk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startService } from '../src/start-service.ts';
import { newPhone } from './support/escrow-steps.ts';
import { type Acknowledged, findLostWrites } from './support/load.ts';
import { type Answer, send } from './support/service-api.ts';

const sizeInBytes = 12_000_000;
const fills = 5;
const ballastInBytes = 1_500_000;
const refusalsWhileFull = 50;
/** A disk of this size is full long before that. */
const mostCalls = 50_000;

const disk = mountSmallDisk(sizeInBytes);

test.skipIf(!disk)(
  'a disk that fills up again and again loses no acknowledged write and stops no sandbox',
  async () => {
    const { folder, remove } = disk ?? expect.unreachable();
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => {
      vi.restoreAllMocks();
      remove();
    });
    const dataFolder = join(folder, 'data');
    const acknowledged: Acknowledged = { customers: new Map(), states: new Map() };
    const { sandbox } = await startService({ dataFolder });
    const register = async (): Promise<Answer> => {
      const phoneNumber = newPhone();
      const answer = await send(sandbox, 'registerCustomer', { body: { phoneNumber } });
      if (answer.status === 200) acknowledged.customers.set(phoneNumber, answer.body.serviceUserId);
      return answer;
    };

    const ballast = Array.from({ length: fills }, (_, index) => join(folder, `ballast-${index}`));
    for (const file of ballast) writeFileSync(file, Buffer.alloc(ballastInBytes));
    const refusals: string[] = [];
    for (const [index, file] of ballast.entries()) {
      const wanted = (index + 1) * refusalsWhileFull;
      for (let call = 0; refusals.length < wanted && call < mostCalls; call += 1) {
        const { status, body } = await register();
        if (status !== 200) refusals.push(`${status} ${body.error}`);
      }
      rmSync(file);
      expect((await register()).status, 'with space again').toBe(200);
    }
    await sandbox.close();

    const last = await startService({ dataFolder });
    expect(refusals).toEqual(Array(fills * refusalsWhileFull).fill('503 store_full'));
    expect(findLostWrites(last, acknowledged)).toEqual([]);
    await last.sandbox.close();
  },
);
