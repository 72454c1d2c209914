import { Server } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/index.ts';
import { createPaidMilestone, createReadyMilestone } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import {
  createStore,
  createTenantSandbox,
  giveBackStore,
  sqliteOrBoth,
  startedSandbox,
  stores,
} from '../support/started-sandbox.ts';

describe.each(stores)('the stream on %s', (store) => {
  const sandbox = startedSandbox(store);

  test('names what has changed of its own tenant only', async () => {
    const tenant = await createTenantSandbox(sandbox());
    const events = openStream(tenant);
    await events.next();
    const other = await createTenantSandbox(sandbox());
    await createReadyMilestone(other);
    await other.control.freeze();

    await createPaidMilestone(tenant);
    await tenant.control.setFaults([{ target: 'webhook', kind: 'drop' }]);

    const seen = new Set<string>();
    for await (const event of events) {
      seen.add(event);
      if (event === 'tenant') break;
    }
    expect(seen).toEqual(new Set(['request', 'milestone', 'delivery', 'tenant']));
  });

  if (!sqliteOrBoth.includes(store)) return;

  test.each<[string, (control: Sandbox['control']) => Promise<unknown>]>([
    ['clock', (control) => control.freeze()],
    ['tenant', (control) => control.setWebhook('http://127.0.0.1:1')],
    ['tenant', (control) => control.changeSettings({ invitations: true })],
  ])('names the %s when it has changed', async (event, change) => {
    const tenant = await createTenantSandbox(sandbox());
    const events = openStream(tenant);
    await events.next();

    await change(tenant.control);

    expect(await events.next()).toMatchObject({ value: event });
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

  expect(await events.next()).toMatchObject({ value: 'request' });
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

/** The names of the events. */
async function* openStream({ url, control }: Sandbox): AsyncGenerator<string> {
  const response = await fetch(`${url}/_sandbox/tenants/${control.tenant}/stream`);
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    const lines = text.split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('event: ')) yield line.slice('event: '.length);
  }
}
