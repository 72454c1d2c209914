import { Server } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/index.ts';
import { createReadyMilestone } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { startedSandbox } from '../support/started-sandbox.ts';
import { createStore, giveBackStore, stores } from '../support/stores.ts';
import { createTenantSandbox } from '../support/tenant-sandbox.ts';

interface StreamedEvent {
  event: string;
  data: Record<string, unknown>;
}

describe.each(stores)('the stream on %s', (store) => {
  const sandbox = startedSandbox(store);

  test('sends requests, states, deliveries and the clock of its own tenant only, without personal data', async () => {
    const tenant = await createTenantSandbox(sandbox());
    const events = openStream(tenant);
    await events.next();
    await createReadyMilestone(await createTenantSandbox(sandbox()));

    const { milestoneId, buyerPhone } = await createReadyMilestone(tenant);
    await tenant.control.giveConsent(buyerPhone);
    await tenant.control.pay(milestoneId);
    await tenant.control.freeze();

    const seen = await readUntil(events, ({ event }) => event === 'clock');
    expect(new Set(seen.map(({ event }) => event))).toEqual(new Set(['request', 'milestone', 'delivery', 'clock']));
    expect(seen.filter(({ event }) => event === 'milestone').at(-1)?.data).toMatchObject({
      milestoneId,
      state: 'PAID',
    });
    expect(seen.filter(({ event }) => event === 'request')).toHaveLength(5);
    expect(JSON.stringify(seen)).not.toContain(buyerPhone);
  });

  test('says that settings, faults or the webhook address changed, without secrets', async () => {
    const tenant = await createTenantSandbox(sandbox());
    const events = openStream(tenant);
    await events.next();

    await tenant.control.setWebhook('http://user:password@127.0.0.1:1/?key=secret-1', 'whsec_of_mine');
    const { value: webhook } = await events.next();
    await tenant.control.changeSettings({ invitations: true });
    const { value: settings } = await events.next();
    await tenant.control.setFaults([{ target: 'webhook', kind: 'drop' }]);
    const { value: faults } = await events.next();

    expect(webhook).toMatchObject({ event: 'tenant', data: { webhookUrl: 'http://127.0.0.1:1/?key=[redacted]' } });
    expect(settings).toMatchObject({ event: 'tenant', data: { settings: { invitations: true } } });
    expect(faults).toMatchObject({ event: 'tenant', data: { faults: [{ kind: 'drop' }] } });
    expect(JSON.stringify([webhook, settings, faults])).not.toMatch(/password|secret-1|whsec/);
  });

  test('ends when its tenant is removed', async () => {
    const tenant = await createTenantSandbox(sandbox());
    const events = openStream(tenant);
    await events.next();

    await tenant.control.deleteTenant();

    expect((await events.next()).done).toBe(true);
  });

  test('refuses an unknown tenant', async () => {
    const response = await fetch(`${sandbox().url}/_sandbox/tenants/nobody/stream`);

    expect([response.status, await response.json()]).toMatchObject([404, { error: 'not_found' }]);
  });
});

test('the stream sends what another process wrote', async () => {
  const storage = await createStore('PostgreSQL');
  const [one, other] = [await startSandbox(storage), await startSandbox(storage)];
  const events = openStream(one);
  await events.next();

  await send(other, 'registerCustomer', { body: { phoneNumber: '+966500000001' } });

  expect(await events.next()).toMatchObject({ value: { event: 'request', data: { operationId: 'registerCustomer' } } });
  await Promise.all([one.close(), other.close()]);
  await giveBackStore(storage);
});

test('a sandbox with an open stream stops at once, and ends it', async () => {
  const sandbox = await startSandbox();
  const events = openStream(sandbox);
  await events.next();
  const cutOff = vi.spyOn(Server.prototype, 'closeAllConnections');
  onTestFinished(() => void cutOff.mockRestore());

  await sandbox.close();

  // After two seconds it would be cut off.
  expect(cutOff).not.toHaveBeenCalled();
  expect((await events.next()).done).toBe(true);
});

async function* openStream({ url, control }: Sandbox): AsyncGenerator<StreamedEvent> {
  const response = await fetch(`${url}/_sandbox/tenants/${control.tenant}/stream`);
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const blocks = text.split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1];
      if (event !== undefined) yield { event, data: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? 'null') };
    }
  }
}

async function readUntil(
  events: AsyncGenerator<StreamedEvent>,
  isLast: (event: StreamedEvent) => boolean,
): Promise<StreamedEvent[]> {
  const seen: StreamedEvent[] = [];
  for await (const event of events) {
    seen.push(event);
    if (isLast(event)) break;
  }
  return seen;
}
