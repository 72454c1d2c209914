import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '@escrow-kit/sandbox';
import { createReadyMilestone } from '@escrow-kit/sandbox/test-support/escrow-steps';
import { verify } from '@escrow-kit/webhooks';
import { expect, onTestFinished, test } from 'vitest';
import { startEndpoint } from './support/endpoint.ts';
import { startRelayProcess } from './support/relay-process.ts';
import { createFolder } from './support/start-test-relay.ts';
import { until } from './support/until.ts';

/** The options that name a secret, and the secret. */
const secrets = [
  ['the secret of a sandbox', () => [], 'whsec_sandbox'],
  ['a secret file', () => secretFile('secret-of-file'), 'secret-of-file'],
] as const;

function secretFile(secret: string): string[] {
  const file = join(createFolder(), 'secret');
  writeFileSync(file, secret);
  return ['--secret-file', file];
}

test.each(secrets)(
  'with a sandbox and %s, one command shows each event and what the endpoint answered',
  async (_title, createArgs, secret) => {
    const secretArgs = createArgs();
    const sandbox = await startSandbox({ port: 0 });
    onTestFinished(() => sandbox.close());
    const before = 'http://127.0.0.1:1/before';
    await sandbox.control.setWebhook(before);
    const shop = await startEndpoint();
    shop.answer = (response) => void response.writeHead(202).end();
    const relay = startRelayProcess(
      [
        ...['--listen', '0', '--control', '0', '--store', createFolder(), '--forward', shop.url],
        ...secretArgs,
        '--sandbox',
        sandbox.url,
      ],
      { ESCROW_WEBHOOK_SECRET: '' },
    );
    const url = await relay.url();
    expect((await sandbox.control.describe()).webhookUrl).toBe(url);

    const { milestoneId, buyerPhone } = await createReadyMilestone(sandbox);
    await sandbox.control.giveConsent(buyerPhone);
    await sandbox.control.pay(milestoneId);
    await until(() => expect(shop.received).toHaveLength(1));

    const [{ body, headers }] = shop.received as [(typeof shop.received)[0]];
    expect(verify(body, headers['service-signature'], secret)).toMatchObject({ ok: true });
    await until(() =>
      expect(relay.lines().map((line) => JSON.parse(line))).toEqual([
        expect.objectContaining({ what: 'received', event: 'PAID', milestoneId }),
        expect.objectContaining({
          what: 'forwarded',
          target: 'main',
          event: 'PAID',
          attempt: 1,
          answer: expect.objectContaining({ status: 202 }),
        }),
      ]),
    );
    expect(await relay.end()).toBe(0);
    expect((await sandbox.control.describe()).webhookUrl).toBe(before);
  },
);

test('a relay that was killed takes the place of none: the next one sets what was before', async () => {
  const sandbox = await startSandbox({ port: 0 });
  onTestFinished(() => sandbox.close());
  const before = 'http://127.0.0.1:1/before';
  await sandbox.control.setWebhook(before);
  const webhook = async () => (await sandbox.control.describe()).webhookUrl;
  const store = createFolder();
  const relay = startRelayProcess(
    ['--listen', '0.0.0.0:0', '--control', '0', '--store', store, '--forward', before, '--sandbox', sandbox.url],
    { ESCROW_WEBHOOK_SECRET: '' },
  );
  const first = new URL(await relay.url());
  expect(first.hostname).toBe('0.0.0.0');
  expect(await webhook()).toBe(`http://127.0.0.1:${first.port}/`);

  await relay.kill();
  relay.restart();
  const second = new URL(await relay.url());
  expect(await webhook()).toBe(`http://127.0.0.1:${second.port}/`);
  expect(await relay.end()).toBe(0);

  expect(await webhook()).toBe(before);
  expect(readdirSync(store)).not.toContain('sandbox.json');
});

test('a webhook that the sandbox does not show whole is not replaced', async () => {
  const sandbox = await startSandbox({ port: 0 });
  onTestFinished(() => sandbox.close());
  await sandbox.control.setWebhook('http://127.0.0.1:1/?token=canary');
  const relay = startRelayProcess(
    [
      '--listen',
      '0',
      '--control',
      '0',
      '--store',
      createFolder(),
      '--forward',
      'http://127.0.0.1:1',
      '--sandbox',
      sandbox.url,
    ],
    { ESCROW_WEBHOOK_SECRET: '' },
  );

  await expect(relay.url()).rejects.toThrow('--sandbox: its webhook has a query');

  expect((await sandbox.control.describe()).webhookUrl).toBe('http://127.0.0.1:1/?token=[redacted]');
});
