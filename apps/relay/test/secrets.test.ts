import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { signedRequest, verify } from '@escrow-kit/webhooks';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { startEndpoint } from './support/endpoint.ts';
import { createFolder, startTestRelay } from './support/start-test-relay.ts';
import { until } from './support/until.ts';

async function startWithFile(text: string) {
  const file = join(createFolder(), 'secrets');
  writeFileSync(file, text);
  const shop = await startEndpoint();
  const relay = await startTestRelay({ shop: shop.url }, { secret: { file } });
  let events = 0;
  const send = async (secret: string): Promise<number> => {
    events += 1;
    const event = { status: 'PAID', milestoneId: `milestone-${events}`, referenceId: 'reference-1' };
    return (await fetch(relay.url, signedRequest({ event, secret }))).status;
  };
  return { file, shop, relay, send };
}

test('a secret is replaced without a restart: both are accepted, and both sign', async () => {
  const { file, shop, send } = await startWithFile('old-secret\n');
  expect(await send('old-secret')).toBe(200);
  expect(await send('new-secret')).toBe(401);

  writeFileSync(file, 'new-secret\nold-secret\n');
  await until(async () => expect(await send('new-secret')).toBe(200));
  expect(await send('old-secret')).toBe(200);
  await until(() => expect(shop.received.length).toBeGreaterThanOrEqual(3));

  const { body, headers } = shop.received.at(-1) as (typeof shop.received)[0];
  expect(verify(body, headers['service-signature'], 'new-secret')).toMatchObject({ ok: true });
  for (const secret of ['new-secret', 'old-secret']) {
    const standard = new Webhook(Buffer.from(secret).toString('base64'));
    expect(() => standard.verify(body, headers as Record<string, string>)).not.toThrow();
  }
});

test('a file that becomes unusable leaves the secrets as they were, and is told without them', async () => {
  const { file, relay, send } = await startWithFile('canary-secret');

  writeFileSync(file, '\n');
  await until(async () => {
    expect(await send('canary-secret')).toBe(200);
    expect(relay.news).toContainEqual({ what: 'trouble', message: expect.stringContaining(`${file} is empty`) });
  });

  expect(JSON.stringify(relay.news)).not.toContain('canary');
});

test('a file that can no longer be seen leaves the relay running with its secrets', async () => {
  const { file, relay, send } = await startWithFile('canary-secret');

  rmSync(file);
  symlinkSync(file, file);
  await until(async () => {
    expect(await send('canary-secret')).toBe(200);
    expect(relay.news).toContainEqual({ what: 'trouble', message: expect.stringContaining(`${file} can't be read`) });
  });
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

test('without a secret, or with a file that is missing, the relay does not start', async () => {
  const targets = { shop: 'http://127.0.0.1:1/' };

  await expect(startTestRelay(targets, { secret: undefined })).rejects.toThrow('There is no webhook secret.');
  await expect(startTestRelay(targets, { secret: { file: '/nowhere/secret' } })).rejects.toThrow(
    "The secret file /nowhere/secret can't be read (ENOENT).",
  );
});
