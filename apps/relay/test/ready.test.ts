import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mountSmallDisk } from '@escrow-kit/suite/small-disk';
import { until } from '@escrow-kit/suite/until';
import type { Inbox } from '@escrow-kit/webhooks';
import { createMemoryInbox } from '@escrow-kit/webhooks/memory';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createReadiness } from '../src/relay/create-readiness.ts';
import { startEndpoint } from './support/endpoint.ts';
import { startTestRelay } from './support/start-test-relay.ts';

const disk = mountSmallDisk(4_000_000);

test.skipIf(!disk)('a relay is not ready while its disk is full', async () => {
  const { folder, remove } = disk ?? expect.unreachable();
  onTestFinished(remove);
  const relay = await startTestRelay({ shop: (await startEndpoint()).url }, { store: { folder } });
  const ask = async () => {
    const answer = await fetch(new URL('/ready', relay.url));
    return { status: answer.status, text: await answer.text() };
  };

  expect(await ask()).toEqual({ status: 200, text: 'ready\n' });
  const ballast = join(folder, 'ballast');
  expect(() => writeFileSync(ballast, Buffer.alloc(4_000_000))).toThrow('ENOSPC');
  await until(async () =>
    expect(await ask()).toEqual({ status: 503, text: "an event can't be stored; the log says why\n" }),
  );
  expect(await relay.send({})).toBe(503);
  const metrics = await fetch(new URL('/metrics', relay.controlUrl));
  expect(await metrics.text()).toContain('escrow_relay_received_total{outcome="not_stored"} 1');
  expect(relay.news).toContainEqual({ what: 'trouble', target: 'shop', message: expect.stringContaining('full') });
  rmSync(ballast);

  await until(async () => expect(await ask()).toMatchObject({ status: 200 }));
  expect(await relay.send({})).toBe(200);
});

test('however often a relay is asked whether it is ready, it writes once a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const ready = vi.fn(async () => {});
  const inbox: Inbox = { ...(createMemoryInbox() as Inbox), ready };
  const isReady = createReadiness([{ name: 'shop', url: '', inbox, start() {} }], () => {});

  const answers = await Promise.all(Array.from({ length: 100 }, isReady));
  await isReady();
  vi.advanceTimersByTime(1_000);
  await isReady();

  expect(answers).not.toContain(false);
  expect(ready).toHaveBeenCalledTimes(2);
});
