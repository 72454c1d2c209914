import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '@escrow-kit/sandbox';
import { createReadyMilestone } from '@escrow-kit/sandbox/test-support/escrow-steps';
import { until } from '@escrow-kit/suite/until';
import { verify } from '@escrow-kit/webhooks';
import { beforeAll, expect, test } from 'vitest';
import { joinSandbox } from '../src/sandbox/join-sandbox.ts';
import { type Received, startEndpoint } from './support/endpoint.ts';
import { startRelayProcess } from './support/relay-process.ts';
import { createFolder } from './support/start-test-relay.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  return () => sandbox.close();
});

const before = 'http://127.0.0.1:1/before';
const webhook = async () => (await sandbox.control.describe()).webhookUrl;

/** Pays a milestone, and resolves with its id. */
async function pay(): Promise<string> {
  const { milestoneId, buyerPhone } = await createReadyMilestone(sandbox);
  await sandbox.control.giveConsent(buyerPhone);
  await sandbox.control.pay(milestoneId);
  return milestoneId;
}

const isSignedBy = (secret: string, request: Received | undefined): boolean =>
  verify(request?.body ?? '', request?.headers['service-signature'], secret).ok;

test('with a sandbox, one command shows each event and what the endpoint answered; after a kill another relay continues, with its own secret', async () => {
  await sandbox.control.setWebhook(before);
  const shop = await startEndpoint();
  shop.answer = (response) => void response.writeHead(202).end();
  const store = createFolder();
  const secretFile = join(createFolder(), 'secret');
  writeFileSync(secretFile, 'secret-of-file');
  const relay = startRelayProcess(
    ['--listen', '0.0.0.0:0', '--store', store, '--forward', shop.url, '--sandbox', sandbox.url],
    { ESCROW_WEBHOOK_SECRET: '' },
  );
  const first = new URL(await relay.url());
  expect(first.hostname).toBe('0.0.0.0');
  expect(await webhook()).toBe(`http://127.0.0.1:${first.port}/`);

  const milestoneId = await pay();
  await until(() => expect(shop.received).toHaveLength(1));
  expect(isSignedBy('whsec_sandbox', shop.received[0])).toBe(true);
  const answer = expect.objectContaining({ status: 202 });
  await until(() =>
    expect(relay.lines().map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ what: 'received', event: 'PAID', milestoneId }),
      expect.objectContaining({ what: 'forwarded', target: 'main', event: 'PAID', attempt: 1, answer }),
    ]),
  );

  await relay.kill();
  relay.restart(['--secret-file', secretFile]);
  const second = new URL(await relay.url());
  expect(await webhook()).toBe(`http://127.0.0.1:${second.port}/`);
  await pay();
  await until(() => expect(shop.received).toHaveLength(2));
  expect(isSignedBy('secret-of-file', shop.received[1])).toBe(true);
  expect(await relay.end()).toBe(0);
  expect(await webhook()).toBe(before);
  expect(readdirSync(store)).not.toContain('sandbox.json');
});

test('a webhook that the sandbox does not show whole is not replaced', async () => {
  await sandbox.control.setWebhook('http://127.0.0.1:1/?token=canary');
  const joining = { relayUrl: 'http://127.0.0.1:2/', secret: undefined, store: { folder: createFolder() } };

  await expect(joinSandbox(sandbox.url, joining)).rejects.toThrow('--sandbox: its webhook has a query');

  expect(await webhook()).toBe('http://127.0.0.1:1/?token=[redacted]');
});
