import { describe, expect, test } from 'vitest';
import { injectFault } from '../../src/domain/faults/inject-fault.ts';
import { findTenant } from '../../src/domain/tenants/tenant.ts';
import { callControl } from '../support/control-call.ts';
import { defaultTenant, startedService } from '../support/started-service.ts';
import { stores } from '../support/stores.ts';
import { createTenantSandbox } from '../support/tenant-sandbox.ts';

const refused: [string, object, string][] = [
  ['an unknown operation, and the known ones are named', { target: 'nothing', kind: 'reset' }, 'createContract'],
  ['an unknown kind', { target: 'createContract', kind: 'explode' }, 'kind'],
  ['a duplicate of a call', { target: 'createContract', kind: 'duplicate' }, 'webhook'],
  ['a reorder of a call', { target: 'createContract', kind: 'reorder' }, 'webhook'],
  ['a status without its number', { target: 'createContract', kind: 'status' }, 'status'],
  ['a number of a status on another kind', { target: 'createContract', kind: 'reset', status: 503 }, 'status'],
  ['a status that is no failure', { target: 'createContract', kind: 'status', status: 200 }, 'status'],
  ['a latency without its length', { target: 'webhook', kind: 'latency' }, 'latencyInMs'],
  ['a truncate before the answer is known', { target: 'createContract', kind: 'truncate', when: 'before' }, 'when'],
  ['a moment of a delivery', { target: 'webhook', kind: 'reset', when: 'after' }, 'when'],
  ['no times at all', { target: 'createContract', kind: 'reset', times: 0 }, 'times'],
  ['a probability above one', { target: 'createContract', kind: 'reset', probability: 2 }, 'probability'],
];

describe.each(stores)('faults on %s', (store) => {
  const started = startedService(store);

  test.each(refused)('%s is refused', async (_, fault, named) => {
    const { status, text } = await callControl(started().sandbox, '/faults', {
      method: 'PUT',
      body: { faults: [fault] },
    });

    expect(status).toBe(400);
    expect(text).toContain(named);
  });

  test('a refused list changes nothing', async () => {
    const { control } = await createTenantSandbox(started().sandbox);
    await control.setFaults([{ target: 'createContract', kind: 'reset' }]);

    const list = control.setFaults([
      { target: 'addParties', kind: 'reset' },
      { target: 'nothing', kind: 'reset' },
    ]);

    await expect(list).rejects.toMatchObject({ status: 400 });
    expect(await control.faults()).toMatchObject([{ target: 'createContract' }]);
  });

  test('a fault of three times is injected three times, however many ask at once', async () => {
    const { service, sandbox } = started();
    await sandbox.control.setFaults([{ target: 'addParties', kind: 'reset', times: 3 }]);
    const tenant = await defaultTenant(service);

    const injected = await Promise.all(
      Array.from({ length: 20 }, () => injectFault(service.db, tenant, { target: 'addParties' })),
    );

    expect(injected.filter((fault) => fault !== undefined)).toHaveLength(3);
    expect(await sandbox.control.faults()).toMatchObject([{ timesLeft: 0 }]);
  });

  test('a seeded sequence continues, however many ask at once', async () => {
    const { service, sandbox } = started();
    const countInjected = async () => {
      await sandbox.control.setFaults([{ target: 'addParties', kind: 'reset', probability: 0.5, seed: 42 }]);
      const tenant = await findTenant(service.db, 'default');
      if (!tenant) return 0;
      const asked = Array.from({ length: 20 }, () => injectFault(service.db, tenant, { target: 'addParties' }));
      return (await Promise.all(asked)).filter((fault) => fault !== undefined).length;
    };

    const [first, second] = [await countInjected(), await countInjected()];

    expect(first).toBe(second);
    expect(await sandbox.control.faults()).toMatchObject([{ throws: 20 }]);
  });
});
