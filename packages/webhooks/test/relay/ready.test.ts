import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startEndpoint, startTestRelay } from './support/relay.ts';

async function ask(url: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(new URL('/ready', url));
  return { status: answer.status, text: await answer.text() };
}

test('HOOK-4 a relay whose SQLite file is gone is not ready, answers 503, and reports that', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = temporaryFolder();
  const relay = await startTestRelay((await startEndpoint()).url, { store: { folder } });
  expect([await relay.send(), await ask(relay.url)]).toEqual([200, { status: 200, text: 'ready\n' }]);

  rmSync(join(folder, 'relay.db'));

  // It looks once a second.
  vi.advanceTimersByTime(1_000);
  expect(await ask(relay.url)).toEqual({ status: 503, text: 'Events cannot be stored. See the log.\n' });
  expect(await relay.send({ referenceId: 'reference-2' })).toBe(503);
  expect(relay.entries).toContainEqual({ what: 'trouble', reason: expect.stringContaining('relay.db was removed') });
});

test('a relay does not start if it would forward to itself', async () => {
  const listen = { host: '0.0.0.0', port: 4040 };

  await expect(startTestRelay('http://localhost:4040/hooks', { listen })).rejects.toThrow(
    '--to http://localhost:4040/hooks is the relay itself. Set it to your endpoint, or set another --listen.',
  );
});
