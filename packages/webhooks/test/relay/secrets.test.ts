import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { until } from '@escrow-kit/tools/until';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type SignatureForm, signedRequest, verify } from '../../src/index.ts';
import { startEndpoint, startTestRelay } from './support/relay.ts';

/** Passes the time after which the relay reads a file again. */
function passTime(): void {
  vi.advanceTimersByTime(1_000);
}

async function startWithFile(text: string, signature?: SignatureForm) {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const folder = temporaryFolder();
  const file = join(folder, 'version-1');
  writeFileSync(file, text);
  // As Kubernetes and Docker mount secrets.
  const link = join(folder, 'secrets');
  symlinkSync(file, link);
  const shop = await startEndpoint();
  const relay = await startTestRelay(shop.url, { secrets: { file: link }, events: { signature } });
  let events = 0;
  const send = async (secret: string): Promise<number> => {
    events += 1;
    const event = { status: 'PAID', milestoneId: `milestone-${events}`, referenceId: 'reference-1' };
    return (await fetch(relay.url, signedRequest({ event, secret, signature }))).status;
  };
  return { file, link, shop, relay, send };
}

test('HOOK-2 a secret is replaced without a restart: both are accepted, and both sign', async () => {
  const signature = { header: 'X-Mac', prefix: 'v1 ', encoding: 'base64' } as const;
  const { file, shop, send } = await startWithFile('old-secret\n', signature);
  expect(await send('old-secret')).toBe(200);
  expect(await send('new-secret')).toBe(401);

  writeFileSync(file, 'new-secret\nold-secret\n');
  passTime();
  expect(await send('new-secret')).toBe(200);
  expect(await send('old-secret')).toBe(200);
  await until(() => expect(shop.received.length).toBeGreaterThanOrEqual(3));

  const { body, headers } = shop.received.at(-1) as (typeof shop.received)[0];
  expect(verify(body, headers['x-mac'], 'new-secret', { signature })).toMatchObject({ ok: true });
  for (const secret of ['new-secret', 'old-secret']) {
    const standard = new Webhook(Buffer.from(secret).toString('base64'));
    expect(() => standard.verify(body, headers as Record<string, string>)).not.toThrow();
  }
});

test('a file that becomes unusable, or can no longer be seen, leaves the secrets as they were, and is reported without them', async () => {
  const { file, link, relay, send } = await startWithFile('canary-secret');
  const expectReport = async (message: string) => {
    passTime();
    expect(await send('canary-secret')).toBe(200);
    expect(relay.entries).toContainEqual({ what: 'trouble', reason: expect.stringContaining(message) });
  };

  writeFileSync(file, '\n');
  await expectReport(`${link} is empty`);
  rmSync(link);
  symlinkSync(link, link);
  await expectReport(`${link} cannot be read`);

  expect(JSON.stringify(relay.entries)).not.toContain('canary');
});

test('a secret of Standard Webhooks is used as its libraries use it', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const { shop, send } = await startWithFile(secret);

  await send(secret);
  await until(() => expect(shop.received).toHaveLength(1));

  const [{ body, headers }] = shop.received as [(typeof shop.received)[0]];
  expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
  expect(verify(body, headers['service-signature'], secret)).toMatchObject({ ok: true });
});

test('with a file that is missing or is a pipe, the relay does not start', async () => {
  const startWith = (file: string) => startTestRelay('http://127.0.0.1:1/', { secrets: { file } });
  const [missing, pipe] = [join(temporaryFolder(), 'missing'), join(temporaryFolder(), 'pipe')];
  execFileSync('mkfifo', [pipe]);

  await expect(startWith(missing)).rejects.toThrow(`--secret-file: ${missing} cannot be read (ENOENT).`);
  await expect(startWith(pipe)).rejects.toThrow(`--secret-file: ${pipe} is not a regular file.`);
});
