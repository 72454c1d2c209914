import { describe, expect, test } from 'vitest';
import { callControl } from '../support/service-api.ts';
import { createTenantSandbox, startedSandbox } from '../support/started-sandbox.ts';

const refused: [string, object][] = [
  ['a payment method with a comma', { paymentMethods: ['CARD,WALLET'] }],
  ['an unknown setting of the settlement', { settlement: { delay: 1 } }],
];

describe('settings', () => {
  const sandbox = startedSandbox();

  test('many changes at once do not undo each other', async () => {
    const { control } = await createTenantSandbox(sandbox());

    await Promise.all([
      control.changeSettings({ invitations: true }),
      control.changeSettings({ feePercentage: 0.2 }),
      control.changeSettings({ webhookTimeoutInMs: 77 }),
      control.changeSettings({ settlement: { automatic: true } }),
      control.changeSettings({ settlement: { cashOut: 'OTHER' } }),
    ]);

    expect(await control.settings()).toMatchObject({
      invitations: true,
      feePercentage: 0.2,
      webhookTimeoutInMs: 77,
      settlement: { automatic: true, cashOut: 'OTHER' },
    });
  });
  test('the sent settings are changed, and the others stay', async () => {
    const { control } = await createTenantSandbox(sandbox());
    const before = await control.settings();

    await control.changeSettings({ settlement: { automatic: true } });
    await control.changeSettings({ feePercentage: 0.5 });

    expect(await control.settings()).toEqual({
      ...before,
      feePercentage: 0.5,
      settlement: { ...before.settlement, automatic: true },
    });
  });

  test.each(refused)('%s is refused', async (_, body) => {
    const { status, body: problem } = await callControl(sandbox(), '/settings', { method: 'PUT', body });

    expect({ status, error: problem.error }).toEqual({ status: 400, error: 'rule_violation' });
  });

  test('a user name in the webhook address with a malformed escape is used as it is', async () => {
    const { control } = await createTenantSandbox(sandbox());

    await control.setWebhook('http://user%ff:password@127.0.0.1:1/');

    expect(await control.describe()).toMatchObject({ webhookUrl: 'http://127.0.0.1:1/' });
  });

  test('HOOK-6 the operator sets the address of events, which is shown without its password', async () => {
    const { control } = await createTenantSandbox(sandbox());

    const { url } = await control.setWebhook('http://user:password@127.0.0.1:1/events?key=secret-1');

    expect(url).toBe('http://127.0.0.1:1/events?key=[redacted]');
    expect((await control.describe()).webhookUrl).toBe(url);
    expect(await control.webhook()).toEqual({ url });
    await expect(control.setWebhook('http://[::1')).rejects.toMatchObject({ status: 400 });
    await expect(control.setWebhook('ftp://127.0.0.1/events')).rejects.toMatchObject({ status: 400 });
  });
});
